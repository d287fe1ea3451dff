/** Proxies and certificates, as the environment names them. */
import { accessSync, constants } from "node:fs";
import { messageOf } from "../../protocol/error.ts";
import { proxyFor } from "../../providers/proxy.ts";
import { say } from "../../words/say.ts";
import { type Check, checksOf } from "./check.ts";

type Env = Readonly<Record<string, string | undefined>>;

const { ok, bad, warn } = checksOf("network");

export function checkNetwork(env: Env): readonly Check[] {
  const proxy = proxyFor("https://example.org/", env);
  const noProxy = env["no_proxy"] ?? env["NO_PROXY"] ?? "";
  const exempt = noProxy === "" ? "" : say`, but for ${noProxy}`;
  return [
    proxy === undefined
      ? ok("proxy", say`none for https`)
      : URL.parse(proxy.address) === null
        ? bad("proxy", say`${proxy.variable} is no address.`, say`As in http://proxy:8080, or not at all.`)
        : ok("proxy", say`${proxy.address} for https (${proxy.variable})${exempt}`),
    ...pairs.flatMap(([small, capital]) => checkPair(env, small, capital)),
    ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((name) => checkCertificates(name, env[name] ?? "")),
  ];
}

const pairs = [
  ["https_proxy", "HTTPS_PROXY"],
  ["http_proxy", "HTTP_PROXY"],
  ["no_proxy", "NO_PROXY"],
] as const;

function checkPair(env: Env, small: string, capital: string): readonly Check[] {
  const [one, other] = [env[small] ?? "", env[capital] ?? ""];
  if (one === "" || other === "" || one === other) return [];
  return [
    warn(
      "proxy",
      say`${small} and ${capital} say different things; ${small} counts.`,
      say`Set both to the same, or only one.`,
    ),
  ];
}

function checkCertificates(name: string, file: string): readonly Check[] {
  if (file === "") return [];
  try {
    accessSync(file, constants.R_OK);
    return [ok("certificates", `${file} (${name})`)];
  } catch (thrown) {
    return [
      bad(
        "certificates",
        say`${name} names ${file}, which cannot be read: ${messageOf(thrown)}.`,
        say`Correct ${name}, or unset it.`,
      ),
    ];
  }
}
