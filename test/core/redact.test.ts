import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsCredential, redact } from "../../src/core/redact.ts";

/** Made of two halves, so that no scanner takes this file for a leak. */
const fake = (prefix: string, rest: string) => `${prefix}${rest}`;
const B62 = "a8Kd3Lp0Qz7Xw2Rt5Yb9Nc4Vm1Jf6Hg8Ts3Ue0Wi";
const HEX40 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b";
const B64 = "Zm9vYmFyYmF6cXV4Q29ycmVjdEhvcnNlQmF0dGVyeVN0YXBsZTEyMw==";
const PEM_BODY = "MIIEpAIBAAKCAQEA7bq\nq83kd02jdk29dk29sk\n";

const credentials: readonly (readonly [what: string, text: string, secret: string])[] = [
  ["OpenAI key", fake("sk-", B62), B62],
  ["OpenAI project key", fake("sk-proj-", `${B62}_${B62}`), B62],
  ["Anthropic key", fake("sk-ant-api03-", `${B62}-${B62}AA`), B62],
  ["OpenRouter key", fake("sk-or-v1-", HEX40 + HEX40), HEX40],
  ["key in shell words", `export K && run sk-${B62} --now`, B62],
  ["key right after a JSON escape", `first\\nsk-${B62}`, B62],
  ["key in an encoded query", `next%3Dsk-${B62}`, B62],
  ["Stripe live", fake("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"), "4eC39HqLyjWDarjtT1zdp7dc"],
  ["Stripe test", fake("sk_test_", "4eC39HqLyjWDarjtT1zdp7dc"), "4eC39HqLyjWDarjtT1zdp7dc"],
  ["Stripe restricted", fake("rk_live_", "4eC39HqLyjWDarjtT1zdp7dc"), "4eC39HqLyjWDarjtT1zdp7dc"],
  ["webhook secret", fake("whsec_", B62), B62],
  ["GitHub ghp", fake("ghp_", B62), B62],
  ["GitHub gho", fake("gho_", B62), B62],
  ["GitHub ghu", fake("ghu_", B62), B62],
  ["GitHub ghs", fake("ghs_", B62), B62],
  ["GitHub ghr", fake("ghr_", B62), B62],
  ["GitHub fine-grained", fake("github_pat_", `11ABCDEFG0abcdefghij_${B62}`), B62],
  ["GitLab", fake("glpat-", "x8Kd3Lp0Qz7Xw2Rt5Yb9"), "x8Kd3Lp0Qz7Xw2Rt5Yb9"],
  ["GitLab runner", fake("glrt-", "x8Kd3Lp0Qz7Xw2Rt5Yb9"), "x8Kd3Lp0Qz7Xw2Rt5Yb9"],
  ["npm", fake("npm_", B62.slice(0, 36)), B62.slice(0, 36)],
  ["PyPI", fake("pypi-", `AgEIcHlwaS5vcmcC${B62}`), B62],
  ["Hugging Face", fake("hf_", "aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567"), "aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567"],
  ["Slack bot", fake("xoxb-", "123456789012-1234567890123-aBcDeFgHiJkL"), "aBcDeFgHiJkL"],
  ["Slack user", fake("xoxp-", "123456789012-1234567890123-aBcDeFgHiJkL"), "aBcDeFgHiJkL"],
  ["Slack app", fake("xapp-1-", "A0123456789-1234567890123-aBcDeF012345"), "aBcDeF012345"],
  ["Slack hook", `https://hooks.slack.com/services/T012AB/B034CD/${B62.slice(0, 24)}`, B62.slice(0, 24)],
  ["Discord hook", `https://discord.com/api/webhooks/123456789012345678/${B62}`, B62],
  ["AWS access key", fake("AKIA", "IOSFODNN7EXAMPLE"), "IOSFODNN7EXAMPLE"],
  ["AWS session key", fake("ASIA", "IOSFODNN7EXAMPLE"), "IOSFODNN7EXAMPLE"],
  ["AWS secret", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI"],
  ["Google API", fake("AIza", "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"), "SyA1b2C3d4E5"],
  ["Google OAuth", fake("ya29.", B62), B62],
  ["Google client secret", fake("GOCSPX-", B62.slice(0, 28)), B62.slice(0, 28)],
  [
    "JWT",
    fake("eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW"),
    "dBjftJeZ4CVPmB92K27uhbUJU1p1r",
  ],
  ["JWT without a signature", fake("eyJhbGciOiJub25lIn0.", "eyJzdWIiOiIxMjM0In0."), "eyJzdWIiOiIxMjM0In0"],
  ["SendGrid", `SG.${B62.slice(0, 22)}.${B62}abc`, B62],
  ["Groq", fake("gsk_", B62), B62],
  ["xAI", fake("xai-", B62), B62],
  ["DigitalOcean", fake("dop_v1_", HEX40 + HEX40.slice(0, 24)), HEX40],
  ["Vault", fake("hvs.", B62), B62],
  ["Docker", fake("dckr_pat_", B62.slice(0, 27)), B62.slice(0, 27)],
  ["Shopify", fake("shpat_", HEX40.slice(0, 32)), HEX40.slice(0, 32)],
  ["Atlassian", fake("ATATT3", `xFfGF0${B62}`), B62],
  ["Telegram bot", `123456789:${B62.slice(0, 35)}`, B62.slice(0, 35)],
  ["Bearer header", "Authorization: Bearer abc123def456ghi789", "abc123def456ghi789"],
  ["bearer in curl", `curl -H 'authorization: bearer ${B62}' https://x.dev`, B62],
  ["Bearer alone", "use Bearer 0f8e2d1c9b7a to log in", "0f8e2d1c9b7a"],
  ["token scheme", "Authorization: token abcdefabcdef", "abcdefabcdef"],
  ["Basic header", "Authorization: Basic YWRtaW46aHVudGVyMg==", "YWRtaW46aHVudGVyMg=="],
  ["Basic alone", "Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
  ["PEM", `-----BEGIN PRIVATE KEY-----\n${PEM_BODY}-----END PRIVATE KEY-----\n`, "q83kd02jdk29dk29sk"],
  ["PEM of RSA", `-----BEGIN RSA PRIVATE KEY-----\n${PEM_BODY}-----END RSA PRIVATE KEY-----`, "q83kd02jdk29dk29sk"],
  [
    "PEM of OpenSSH in JSON",
    `"-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNz\\n-----END OPENSSH PRIVATE KEY-----"`,
    "b3BlbnNz",
  ],
  ["PEM cut off", `-----BEGIN EC PRIVATE KEY-----\n${PEM_BODY}`, "q83kd02jdk29dk29sk"],
  ["PGP block", `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----`, "lQOYBF"],
  ["URL with password", "postgres://app:s3cret@db.local:5432/app", "s3cret"],
  ["URL with letters only", "redis://default:hunter@cache:6379", "hunter"],
  ["URL without user", "redis://:hunter2@cache:6379", "hunter2"],
  ["git remote with token", `https://${B62}@github.com/o/r.git`, B62],
  ["S3 signed URL", `https://b.s3.amazonaws.com/k?X-Amz-Signature=${HEX40}&X-Amz-Expires=60`, HEX40],
  ["Azure SAS", "https://a.blob.core.windows.net/c?sv=2024&sig=abc%2Bdef%3D", "abc%2Bdef%3D"],
  ["access token query", "https://api.dev/v1?access_token=abcdef123456", "abcdef123456"],
  ["key query", "https://maps.dev/v1?q=a&key=Zx81kd02ks91kd03kd", "Zx81kd02ks91kd03kd"],
  ["env file", "DB_PASSWORD=correcthorse", "correcthorse"],
  ["env with quotes", 'export API_KEY="k-12345678"', "k-12345678"],
  ["secret in JSON", '{"client_secret":"abc-def-ghi"}', "abc-def-ghi"],
  ["secret in escaped JSON", '"{\\"password\\":\\"hunter2\\"}"', "hunter2"],
  ["secret in YAML", "password: hunter2", "hunter2"],
  ["secret in code", "const apiKey = 'k_9912ab';", "k_9912ab"],
  ["Python keyword", 'connect(password="open sesame")', "open sesame"],
  ["header of a service", "x-api-key: 0f8e2d1c9b7a", "0f8e2d1c9b7a"],
  ["npmrc", "//registry.npmjs.org/:_authToken=abcd-1234", "abcd-1234"],
  ["flag with space", "login --password hunter2 --user me", "hunter2"],
  ["flag with sign", "login --token=abc123 --user me", "abc123"],
  ["curl user", "curl -u admin:hunter2 https://x.dev", "hunter2"],
  ["netrc", "machine x.dev login me password hunter2", "hunter2"],
  ["DSN", "host=db user=app password=sesame1 dbname=x", "sesame1"],
  ["cookie", "Cookie: session=abc123def", "session=abc123def"],
  ["base64 run", `blob ${B64} end`, B64],
  ["base64url run", `x ${B62}-${B62.slice(5)}_${B62.slice(9)} y`, B62],
  ["hex run", `value ${HEX40}`, HEX40],
  ["hex run of 64", `{"v":"${HEX40}${HEX40.slice(0, 24)}"}`, HEX40],
];

const lookalikes: readonly string[] = [
  "/work/app/node_modules/@scope/package-name/dist/esm/internal/index.js",
  "src/components/navigation/sidebar/items/CollapsibleSidebarItemWithBadge.test.tsx",
  "C:\\Users\\someone\\AppData\\Local\\Programs\\Microsoft VS Code\\bin\\code.cmd",
  "/usr/lib/x86_64-linux-gnu/perl/5.36.0/auto/List/Util/Util.so",
  "packages/api/src/modules/2024/reports/generators/QuarterlyRevenueReportGenerator2.java",
  `commit ${HEX40}`,
  `git show ${HEX40} -- src/a.ts`,
  `git cherry-pick -n ${HEX40}`,
  `git diff ${HEX40}..${HEX40}`,
  `sha256:${HEX40}${HEX40.slice(0, 24)}`,
  `actions/checkout@${HEX40}`,
  `"integrity": "sha512-3yEvx0PZJ5gDVR3XHNpR/9cFeEwF8CGRJzKxG5yFQw0XmEzcSZ0w8L9qzGNEcGDoYyBWZTz0pRTnQcGhFXkMlw=="`,
  `checksum = "${HEX40}"`,
  "550e8400-e29b-41d4-a716-446655440000",
  "trace 550e8400-e29b-41d4-a716-446655440000_6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "thisIsAVeryLongIdentifierNameForAFunctionThatDoesManyThings",
  "AbstractSingletonProxyFactoryBeanPostProcessorConfigurationV2",
  "test_that_the_parser_declines_when_two_candidates_are_equally_near_2",
  "EXPERIMENTAL_ENABLE_INCREMENTAL_COMPILATION_FOR_MODULES_V2",
  "a-branch-name-that-describes-the-whole-change-in-twelve-words-2024",
  "sk-learn-compatible-gradient-boosting",
  "the task-management-software-for-teams",
  "npm_config_registry and npm_package_version",
  "npm_lifecycle_script_with_a_long_name",
  "hf_hub_download(repo_id, filename)",
  "pypi-publish-action-for-releases",
  "glpat- is the prefix of GitLab tokens",
  "Bearer authentication is described in the RFC",
  "Basic understanding of JavaScript and TypeScript helps",
  "Authorization is checked before the request",
  "password: string;",
  "token: Token | undefined",
  "interface Login { password?: string; secret: Buffer }",
  "const token = await getToken(user);",
  "password = user.password",
  "apiKey: process.env.API_KEY",
  "api_key = os.environ['API_KEY']",
  "API_KEY=$OPENAI_API_KEY",
  `API_KEY="\${OPENAI_API_KEY}"`,
  "client(token=token, password=password)",
  "max_tokens: 4096, token_count=12",
  '"token_type": "Bearer"',
  'fetch(url, { credentials: "include" })',
  "PWD=/home/me/project",
  "SSH_PRIVATE_KEY=/home/me/.ssh/id_ed25519",
  "export TOKEN=<your token>",
  "password: ********",
  "https://user@github.com/o/r.git",
  "git@github.com:owner/repository.git",
  `postgres://app:\${DB_PASSWORD}@db/app`,
  "https://x.dev/search?q=token&sort=key&page=2",
  "-----BEGIN CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----",
  'label: "Enter your password."',
  "The secret: it is never written down",
  "Token: the unit in which text is counted",
  "ISO 2024-11-03T12:34:56.789Z and 1730637296789",
  "1234567890123456789012345678901234567890123456",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "-------------------------------------------------------",
  "================================================================",
  "export const colors = { primary: '#9f86d081', accent: '#884c7d' };",
  "eyJust a word",
  "key: Escape",
  '{"key":"value","path":"src/a.ts"}',
  "import { readFileSync } from 'node:fs';",
  "grep -rn 'TODO' src | sort -t: -k2",
];

describe("credentials", () => {
  test.each(credentials)("%s", (_what, text, secret) => {
    expect(holdsCredential(text)).toBe(true);
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain("[redacted]");
  });

  test.each(credentials)("%s, inside JSON text", (_what, text, secret) => {
    const json = JSON.stringify({ content: `first line\n${text}\nlast line` });
    expect(redact(json)).not.toContain(secret);
  });
});

test.each(lookalikes)("stays: %s", (text) => {
  expect(redact(text)).toBe(text);
  expect(holdsCredential(text)).toBe(false);
});

test("what surrounds a credential stays", () => {
  expect(redact(`curl -H "Authorization: Bearer ${B62}" https://me:pw1@x.dev/a?b=c&sig=zzzz9 # done`)).toBe(
    'curl -H "Authorization: Bearer [redacted]" https://me:[redacted]@x.dev/a?b=c&sig=[redacted] # done',
  );
  expect(redact("DB_USER=app\nDB_PASSWORD=hunter2\nDB_PORT=5432\n")).toBe(
    "DB_USER=app\nDB_PASSWORD=[redacted]\nDB_PORT=5432\n",
  );
});

test("a redacted text holds no credential, whatever stands around it", () => {
  const piece = fc.oneof(
    fc.constantFrom(...credentials.map(([, text]) => text)),
    fc.string(),
    fc.constantFrom(" ", "\n", '"', "=", ":"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const once = redact(pieces.join(" "));
      expect(redact(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});

test("no credential is let through among others", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...credentials], { minLength: 1 }), (rows) => {
      const masked = redact(
        rows
          .map(([, text]) => text)
          .filter((text) => !/PRIVATE KEY/.test(text))
          .join("\n"),
      );
      for (const [, text, secret] of rows) if (!/PRIVATE KEY/.test(text)) expect(masked).not.toContain(secret);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["long words", "a"],
  ["base64", "aB3d"],
  ["names", "_a"],
  ["assignments", "token=token="],
  ["open quotes", `password="`],
  ["schemes", "://"],
  ["JWT heads", "eyJhbGciOi."],
  ["PEM heads", "-----BEGIN PRIVATE KEY-----"],
  ["half PEM heads", "-----BEGIN "],
  ["curl", "curl -u a"],
  ["dots", "MTIzNDU2Nzg5MDEyMzQ1Njc4."],
  ["spaces", " "],
])("the work grows with the text, not faster: %s", (_what, unit) => {
  // A quadratic search would need hours for this, and the test would run out of time.
  const text = unit.repeat(Math.ceil(2_000_000 / unit.length));
  expect(redact(redact(text))).toBe(redact(text));
});
