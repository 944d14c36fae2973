import { expect, test } from 'vitest'
import { createRedactor } from './create-redactor.js'

/** Made up, the same each time, and put together here, so that no scanner takes this file for a leak. */
function letters(alphabet: string, length: number, seed: number): string {
  let state = seed * 2_654_435_761 + 12_345
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return alphabet[(state >>> 16) % alphabet.length]
  }).join('')
}
let seed = 0
const digits = '0123456789'
const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const hex = (length: number) => letters(`${digits}abcdef`, length, ++seed)
const alnum = (length: number) => `a1B${letters(lower + upper + digits, length - 3, ++seed)}`
const word = (length: number) => `a1B${letters(`${lower + upper + digits}-_`, length - 4, ++seed)}z`
const small = (length: number) => `a1${letters(lower + digits, length - 2, ++seed)}`
const big = (length: number) => letters(`${upper}234567`, length, ++seed)
const base64 = (length: number) => `a1B${letters(`${lower + upper + digits}+/`, length - 3, ++seed)}`
const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
const jwt = () => ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', `eyJzdWIiOiI${alnum(40)}`, word(43)].join('.')
const lines = (count: number) => Array.from({ length: count }, () => base64(64)).join('\n')
const pem = (kind: string) =>
  [`-----BEGIN ${kind}-----`, lines(6), `${base64(30)}==`, `-----END ${kind}-----`].join('\n')

/** Each with the secret alone, and the text that it stands in. */
const inText = (secret: string, text = (token: string) => `got ${token}, saved it`) => ({ secret, text: text(secret) })

const tokens = [
  `sk-${alnum(48)}`,
  `sk-proj-${word(120)}`,
  `sk-svcacct-${word(80)}`,
  `sk-ant-api03-${word(93)}`,
  `sk-ant-oat01-${word(80)}`,
  `sk-or-v1-${hex(64)}`,
  `sk-${hex(32)}`,
  `sk-lf-${uuid()}`,
  `sk_${hex(48)}`,
  `csk-${small(48)}`,
  `gsk_${alnum(52)}`,
  `xai-${alnum(80)}`,
  `pplx-${alnum(48)}`,
  `tvly-dev-${alnum(32)}`,
  `nvapi-${word(64)}`,
  `hf_${alnum(34)}`,
  `r8_${alnum(37)}`,
  `fw_${alnum(24)}`,
  `fc-${hex(32)}`,
  `fal_${word(40)}`,
  `jina_${hex(60)}`,
  `pcsk_${alnum(60)}`,
  `tgp_v1_${word(43)}`,
  `lsv2_pt_${hex(32)}_${hex(10)}`,
  `bb_live_${alnum(27)}`,
  `e2b_${hex(40)}`,
  `ghp_${alnum(36)}`,
  `gho_${alnum(36)}`,
  `ghu_${alnum(36)}`,
  `ghs_${alnum(36)}`,
  `ghr_${alnum(36)}`,
  `github_pat_${alnum(22)}_${alnum(59)}`,
  `glpat-${word(20)}`,
  `gldt-${word(20)}`,
  `glrt-${word(20)}`,
  `glptt-${hex(40)}`,
  `ATBB${alnum(32)}`,
  `ATATT3${word(180)}`,
  `npm_${alnum(36)}`,
  `pypi-AgEIcHlwaS5vcmc${word(60)}`,
  `rubygems_${hex(48)}`,
  `cio${alnum(32)}`,
  `dckr_pat_${word(27)}`,
  `${alnum(14)}.atlasv1.${word(64)}`,
  `AKIA${big(16)}`,
  `ASIA${big(16)}`,
  `ABSK${base64(80)}`,
  `AIza${word(35)}`,
  `ya29.${word(80)}`,
  `GOCSPX-${word(28)}`,
  `1//0${word(60)}`,
  `LTAI${alnum(20)}`,
  `abc8Q~${alnum(34)}`,
  `dop_v1_${hex(64)}`,
  `doo_v1_${hex(64)}`,
  `HRKU-${word(60)}`,
  `fo1_${word(43)}`,
  `nfp_${alnum(36)}`,
  `dapi${hex(32)}`,
  `sbp_${hex(40)}`,
  `sb_secret_${word(31)}`,
  `hvs.${word(90)}`,
  `hvb.${word(90)}`,
  `pscale_tkn_${word(43)}`,
  `pul-${hex(40)}`,
  `dp.pt.${alnum(43)}`,
  `xoxb-${letters(digits, 12, 7)}-${letters(digits, 13, 8)}-${alnum(24)}`,
  `xoxp-${letters(digits, 12, 9)}-${alnum(32)}`,
  `xapp-1-${upper.slice(0, 11)}-${letters(digits, 13, 3)}-${hex(64)}`,
  `xoxe.xoxp-1-${alnum(140)}`,
  `M${alnum(25)}.G${alnum(5)}.${word(38)}`,
  `${letters('123456789', 10, 4)}:AA${word(33)}`,
  `secret_${alnum(43)}`,
  `ntn_${alnum(46)}`,
  `lin_api_${alnum(40)}`,
  `pat${alnum(14)}.${hex(64)}`,
  `figd_${word(40)}`,
  `PMAK-${hex(24)}-${hex(34)}`,
  `pat-na1-${uuid()}`,
  `tfp_${word(44)}`,
  `sl.${word(130)}`,
  `sk_live_${alnum(24)}`,
  `rk_test_${alnum(24)}`,
  `whsec_${alnum(32)}`,
  `sq0atp-${word(22)}`,
  `EAAA${word(60)}`,
  `shpat_${hex(32)}`,
  `shpss_${hex(32)}`,
  `rzp_live_${alnum(14)}`,
  `FLWSECK_TEST-${hex(32)}-X`,
  `access-sandbox-${uuid()}`,
  `EZAK${alnum(54)}`,
  `SG.${word(22)}.${word(43)}`,
  `key-${hex(32)}`,
  `${hex(32)}-us12`,
  `xkeysib-${hex(64)}-${alnum(16)}`,
  `SK${hex(32)}`,
  `re_${alnum(8)}_${alnum(24)}`,
  `NRAK-${upper}1`,
  `glsa_${alnum(32)}_${hex(8)}`,
  `glc_${base64(60)}`,
  `sntrys_${base64(80)}`,
  `sqp_${hex(40)}`,
  `CCIPAT_${alnum(22)}_${hex(40)}`,
  `bkua_${hex(40)}`,
  `AGE-SECRET-KEY-1${big(58)}`,
  `gAAAAA${word(100)}`,
  `ops_eyJ${alnum(100)}`,
  jwt(),
]

const blocks = [
  'RSA PRIVATE KEY',
  'EC PRIVATE KEY',
  'OPENSSH PRIVATE KEY',
  'PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'PGP PRIVATE KEY BLOCK',
].map((kind) => pem(kind))

const placed = [
  inText(alnum(20), (value) => `DB_PASSWORD=${value}`),
  inText('hunter2', (value) => `export PGPASSWORD='${value}'`),
  inText('hunter22', (value) => `password: ${value}\nuser: me`),
  inText('p@ss#w0rd!x,9', (value) => `password: ${value}`),
  inText(alnum(32), (value) => `{"api_key": "${value}"}`),
  inText(alnum(32), (value) => `{"apiKey":"${value}","other":1}`),
  inText(alnum(32), (value) => JSON.stringify(JSON.stringify({ clientSecret: value }))),
  inText(alnum(40), (value) => `aws_secret_access_key = ${value}`),
  inText(base64(40), (value) => `"SecretAccessKey": "${value}"`),
  inText(base64(40), (value) => `AKIA${big(16)},${value}`),
  inText(alnum(24), (value) => `const token = '${value}'`),
  inText(alnum(24), (value) => `client_secret: "${value}"`),
  inText(hex(32), (value) => `X-Api-Key: ${value}\r\n`),
  inText(alnum(24), (value) => `Authorization: Bearer ${value}`),
  inText(`${base64(20)}==`, (value) => `authorization: Basic ${value}`),
  inText(hex(40), (value) => `Authorization: token ${value}`),
  inText(hex(40), (value) => `curl -H "Authorization: ApiKey ${value}" https://host`),
  inText(alnum(30), (value) => `{"Authorization":"Bearer ${value}"}`),
  inText('s3cr3t-pw', (value) => `postgres://app:${value}@db:5432/app`),
  inText('p:a@ss', (value) => `mysql://root:${value}@10.0.0.1/db`),
  inText('correcthorse', (value) => `redis://:${value}@cache:6379/0`),
  inText('Tr0ub4dor', (value) => `mongodb+srv://me:${value}@cluster0.mongodb.net/?w=majority`),
  inText('hunter2', (value) => `git clone https://me:${value}@host/x.git`),
  inText(alnum(40), (value) => `https://host/cb?access_token=${value}&state=1`),
  inText(alnum(43), (value) => `https://acc.blob.core.windows.net/c?sv=2022&sig=${value}%3D`),
  inText(hex(64), (value) => `https://b.s3.amazonaws.com/k?X-Amz-Signature=${value}`),
  inText(`T${big(8)}/B${big(8)}/${alnum(24)}`, (value) => `https://hooks.slack.com/services/${value}`),
  inText(word(68), (value) => `https://discord.com/api/webhooks/123456789012345678/${value}`),
  inText(alnum(24), (value) => `tool --api-key ${value} run`),
  inText('hunter22', (value) => `tool --password=${value} run`),
  inText('hunter22', (value) => `tool --password ${value} run`),
  inText('hunter22', (value) => `curl -u admin:${value} https://host`),
  inText('hunter22', (value) => `machine host login me password ${value}`),
  inText(uuid(), (value) => `//registry.example.org/:_authToken=${value}`),
  inText(alnum(32), (value) => `<apiToken>${value}</apiToken>`),
  inText(alnum(16), (value) => `Server=db;User Id=sa;Password=${value};Encrypt=true`),
  inText(
    `${base64(86)}==`,
    (value) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${value};EndpointSuffix=x`,
  ),
  inText(alnum(40), (value) => `Set-Cookie: session=${value}; Path=/; HttpOnly`),
  inText(hex(64), (value) => `SECRET_KEY_BASE=${value}`),
  inText(alnum(50), (value) => `SECRET_KEY = '${value}'`),
  inText('hunter22', (value) => `The password is ${value}`),
  inText('swordfish', (value) => `{"password":"${value}"}`),
  inText(`${base64(36)}`, (value) => `{"auths":{"https://index.docker.io/v1/":{"auth":"${value}"}}}`),
  inText(uuid(), (value) => `HEROKU_API_KEY=${value}`),
  inText(alnum(30), (value) => `- name: OPENAI_API_KEY\n  value: x\nOPENAI_API_KEY: ${value}`),
]

const bodyOf = (block: string) => block.split('\n').slice(1, -1)

const secrets = [
  ...tokens.map((token) => inText(token)),
  ...tokens.slice(0, 12).map((token) => inText(token, (value) => `\u001b[32m${value}\u001b[0m`)),
  ...tokens.slice(12, 24).map((token) => inText(token, (value) => `{"out":"line\\n${value}\\n"}`)),
  ...blocks.map((block) => inText(bodyOf(block).join('\n'), () => `a\n${block}\nb`)),
  ...blocks.slice(0, 3).map((block) => inText(bodyOf(block).join('\\n'), () => JSON.stringify({ key: block }))),
  ...blocks
    .slice(0, 2)
    .map((block) =>
      inText(bodyOf(block).slice(0, 3).join('\n'), () => `${block.split('\n').slice(0, 4).join('\n')}\nand more words`),
    ),
  ...placed,
]

const lookalikes = [
  hex(32),
  hex(40),
  hex(64),
  hex(128),
  uuid(),
  `commit ${hex(40)}`,
  `sha256:${hex(64)}`,
  `"integrity": "sha512-${base64(86)}=="`,
  `call_${alnum(24)}`,
  `toolu_${alnum(24)}`,
  `req_${alnum(24)}`,
  `msg_${alnum(24)}`,
  `chatcmpl-${alnum(29)}`,
  `resp_${hex(48)}`,
  `data:image/png;base64,${base64(400)}`,
  `![x](data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ${base64(300)})`,
  `etag: W/"${hex(32)}"`,
  `ETag: "${hex(32)}"`,
  'YOUR_API_KEY',
  'sk-...',
  'api_key: <token>',
  'OPENAI_API_KEY=sk-...',
  'OPENAI_API_KEY=your-api-key-here',
  `API_KEY=\${API_KEY}`,
  'export TOKEN=$GITHUB_TOKEN',
  `password: \${{ secrets.DB_PASSWORD }}`,
  'password: changeme',
  'PASSWORD=********',
  'token: xxxxxxxxxxxxxxxx',
  'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'AKIAIOSFODNN7EXAMPLE',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'Authorization: Bearer <token>',
  'Authorization: Bearer $TOKEN',
  'Authorization: Bearer YOUR_TOKEN',
  `curl -H "Authorization: Bearer \${TOKEN}"`,
  'const apiKey = process.env.API_KEY',
  'api_key=os.environ["OPENAI_API_KEY"]',
  'password = getpass.getpass()',
  'token = request.headers.token',
  'const token = await getToken(user)',
  'password: string',
  'token?: string',
  'secret: z.string().min(1)',
  'apiKey: config.apiKey,',
  'this.password = password',
  'password=self.password',
  'def login(user, password="")',
  'token: null',
  'password: none',
  'secrets: inherit',
  'credentials: include',
  'max_tokens: 4096',
  'MAX_TOKEN=4096',
  'total_tokens=1523',
  'token_count: 123456',
  'tokenizer: cl100k_base',
  '"pad_token": "<pad>"',
  '"eos_token": "</s>"',
  'next_page_token=CAoQAA1234567890',
  'nextPageToken: "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA"',
  'primary_key: user_id',
  'sort_key=createdAt2024',
  'cache-key: node-modules-v1-linux',
  'public_key: ssh-ed25519',
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${alnum(43)} me@host`,
  `-----BEGIN CERTIFICATE-----\n${lines(4)}\n-----END CERTIFICATE-----`,
  `-----BEGIN PUBLIC KEY-----\n${lines(3)}\n-----END PUBLIC KEY-----`,
  'grep -r "BEGIN RSA PRIVATE KEY" .',
  'A file with -----BEGIN PRIVATE KEY----- in it is a key.',
  'npm install sk-tree risk-management-framework-tools',
  'task-runner-for-everything-and-more',
  'hf_hub_download_from_the_model_page',
  'class="fc-daygrid-event-harness-abs-title"',
  'const am_some_function_name_that_is_long = 1',
  'Bearer authentication is required',
  'Basic authentication with a password',
  'Enter your password: ',
  '"password": "Password"',
  '"forgotPassword": "Forgot your password?"',
  'Password must be at least 8 characters',
  'The token is invalid',
  'the secret is to keep it simple',
  'https://host:8080/path@v2',
  'me@example.com',
  'https://user:password@host/',
  `postgres://user:\${DB_PASSWORD}@db/app`,
  'ssh://git@github.com:22/org/repo.git',
  'git@github.com:org/repo.git',
  'https://example.com/?v=dQw4w9WgXcQ&t=42',
  'https://host/watch?key=value',
  'docker run -u 1000:1000 image',
  '2026-11-21T15:22:55.123Z',
  '192.168.1.1:8080',
  'v1.2.3-beta.4+build.567',
  '4111 1111 1111 1111',
  'Unexpected token } in JSON at position 12345',
  'SyntaxError: Unexpected token: punc',
  '# pass 123',
  'pass: 120, fail: 0',
  'tests/password-reset.test.ts:123',
  'import { token } from "./token-2024.js"',
  'OPENAI_API_KEY is not set',
  'set ANTHROPIC_API_KEY to use Claude',
  'passwordHash: $2b$12$abcdefghijklmnopqrstuv',
  'resolution: {integrity: sha512-abc123DEF456==}',
  '"_resolved": "https://packages.example/a/-/a-1.0.0.tgz#0123456789abcdef0123456789abcdef01234567"',
  'go.sum h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  'arn:aws:iam::123456789012:role/admin',
  'op://vault/item/password',
  'AccessKeyId',
  'password_file: /run/secrets/db_password',
  'tokenUrl: https://auth.example.com/oauth/token',
  'secretName: my-tls-secret',
  'token_type: bearer',
  'key_id: 12345678',
  'rgba(255, 255, 255, 0.5)',
  '\\u001b[31mred\\u001b[0m',
  '中文密码是什么',
  'author: Jane Doe <jane@x.org>',
]

const { redact } = createRedactor()
const runLength = 12

function isLeft(secret: string, text: string): boolean {
  const size = Math.min(runLength, secret.length)
  return Array.from({ length: secret.length - size + 1 }, (_, at) => secret.slice(at, at + size)).some((run) =>
    text.includes(run),
  )
}

test('secrets go', ({ annotate }) => {
  const missed = secrets.filter(({ secret, text }) => isLeft(secret, redact(text)))
  void annotate(`${secrets.length - missed.length} of ${secrets.length} secrets taken out`)
  expect(missed.map(({ text }) => text)).toEqual([])
  expect(secrets.length).toBeGreaterThanOrEqual(130)
})

test('what only looks like a secret stays', ({ annotate }) => {
  const harmed = lookalikes.filter((text) => redact(text) !== text)
  void annotate(`${lookalikes.length - harmed.length} of ${lookalikes.length} look-alikes left alone`)
  expect(harmed.map((text) => `${text} -> ${redact(text)}`)).toEqual([])
  expect(lookalikes.length).toBeGreaterThanOrEqual(90)
})

test('doing it twice changes nothing more', () => {
  for (const { text } of secrets) expect(redact(redact(text))).toBe(redact(text))
})
