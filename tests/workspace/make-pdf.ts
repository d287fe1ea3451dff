/** Small PDF files for tests. */

/** A PDF with these pages; each line of a page's text is a line in it, and an empty text draws nothing. */
export function pdf(pages: readonly string[], extra: { readonly encrypted?: boolean } = {}): Buffer {
  const ids = pages.map((_, at) => ({ page: 4 + 2 * at, content: 5 + 2 * at }));
  const objects = new Map<number, string>([
    [1, "<< /Type /Catalog /Pages 2 0 R >>"],
    [
      2,
      `<< /Type /Pages /Kids [${ids.map(({ page }) => `${page} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"],
  ]);
  for (const [at, text] of pages.entries()) {
    const { page, content } = ids[at] ?? { page: 0, content: 0 };
    const drawn = text
      .split("\n")
      .map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`)
      .join("\n");
    const stream = text === "" ? "" : `BT /F1 12 Tf 14 TL 72 720 Td\n${drawn}\nET`;
    objects.set(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    objects.set(content, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let body = "%PDF-1.4\n";
  const offsets: number[] = [];
  for (const [id, object] of [...objects].toSorted(([a], [b]) => a - b)) {
    offsets.push(body.length);
    body += `${id} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.size + 1;
  const places = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const key = "a".repeat(64);
  const lock =
    extra.encrypted === true
      ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >> /ID [<00> <00>]`
      : "";
  body += `xref\n0 ${size}\n0000000000 65535 f \n${places}trailer\n<< /Size ${size} /Root 1 0 R${lock} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body, "latin1");
}
