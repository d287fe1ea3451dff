/** Maths as one reads it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mathsText } from "../../src/transcript/maths-text.ts";

const read = (source: string) => mathsText(source).text;

test.each([
  [String.raw`\alpha^2 + \frac{a}{b}`, "α² + a/b"],
  [String.raw`\frac{a+b}{2n}`, "(a+b)/2n"],
  [String.raw`\frac12`, "1/2"],
  [String.raw`x_i^{n+1}`, "xᵢⁿ⁺¹"],
  [String.raw`e^{i\pi} + 1 = 0`, "e^(iπ) + 1 = 0"],
  [String.raw`e^{-x^2}`, "e^(-x²)"],
  [String.raw`x_{max} \le C_Q`, "xₘₐₓ ≤ C_Q"],
  [String.raw`\sqrt{x} \ne \sqrt{x+1}`, "√x ≠ √(x+1)"],
  [String.raw`\sum_{i=0}^{n} i \to \infty`, "∑ᵢ₌₀ⁿ i → ∞"],
  [String.raw`\int_0^1 f(x)\,dx`, "∫₀¹ f(x) dx"],
  [String.raw`\sin\theta + \log_2 n + \cos(x)`, "sin θ + log₂ n + cos(x)"],
  [String.raw`\left( a \cdot b \right]`, "( a · b ]"],
  [String.raw`\forall x \in \mathbb{R}: x \geq 0`, "∀ x ∈ ℝ: x ≥ 0"],
  [String.raw`\text{if } a \neq b`, "if a ≠ b"],
  [String.raw`\{1, 2\} \subseteq A \quad 50\%`, "{1, 2} ⊆ A 50%"],
  [String.raw`O(n \log n)`, "O(n log n)"],
  [String.raw`90^\circ`, "90°"],
])("%s is read as %s", (source, text) => {
  expect(mathsText(source)).toEqual({ text, isWhole: true });
});

describe("what is not known", () => {
  test("stays as it was written, with what belongs to it", () => {
    expect(mathsText(String.raw`\foo[1]{\alpha} + \beta`)).toEqual({
      text: "\\foo[1]{\\alpha} + β",
      isWhole: false,
    });
    expect(read(String.raw`\mathbb{Y} \sqrt[3]{x}`)).toBe(String.raw`\mathbb{Y} \sqrt[3]{x}`);
  });

  test.each([
    String.raw`\begin{aligned} a &= \alpha \end{aligned}`,
    String.raw`{a \over \beta}`,
    String.raw`\frac{a}{\alpha`,
    String.raw`\alpha}`,
    "{".repeat(40) + String.raw`\alpha` + "}".repeat(40),
  ])("as a whole: %s", (source) => {
    expect(mathsText(source)).toEqual({ text: source, isWhole: false });
  });
});

test("any text is taken, quickly, and one without TeX is left alone", () => {
  const pieces = fc.constantFrom(
    "\\",
    "{",
    "}",
    "^",
    "_",
    "[",
    "]",
    "\\frac",
    "\\sqrt",
    "\\alpha",
    " ",
    "x",
    "𝕏",
    "é",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
      const { text, isWhole } = mathsText(all.join(""));
      expect(text.isWellFormed()).toBe(true);
      if (isWhole) expect(text).not.toMatch(/\\(?:alpha|frac|sqrt)/);
    }),
    { seed: 20_261_130 },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9 +=()é𝕏-]*$/u), (text) => {
      expect(mathsText(text)).toEqual({ text, isWhole: true });
    }),
    { seed: 20_261_130 },
  );
});
