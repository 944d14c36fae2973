/** What a name suggests about its value. */
export type NameKind = 'password' | 'key' | 'header' | 'unknown-key'

const passwordWords = new Set([
  'password',
  'passwd',
  'passwort',
  'passphrase',
  'pwd',
  'pass',
  'pw',
  'passcode',
  'pgpassword',
  'userpassword',
  'dbpassword',
  'mypassword',
  'userpwd',
  'dbpass',
  'rootpw',
  'smtppass',
  'sshpass',
])
const keyWords = new Set([
  'secret',
  'token',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'authkey',
  'authtoken',
  'accesstoken',
  'refreshtoken',
  'clientsecret',
  'apitoken',
  'apisecret',
  'appsecret',
  'sessiontoken',
  'bearer',
  'jwt',
  'credential',
  'pat',
  'sessionid',
  'sessid',
  'phpsessid',
  'jsessionid',
  'webhooksecret',
  'passkey',
  'licensekey',
  'idtoken',
  'secretaccesskey',
  'accountkey',
  'sharedaccesskey',
  'sharedaccesssignature',
  'auth',
])
const headerWords = new Set(['authorization', 'authentication'])
/** `api_key` is a secret, `sort_key` is not. */
const keyOwners = new Set([
  'api',
  'access',
  'secret',
  'private',
  'auth',
  'authentication',
  'signing',
  'encryption',
  'encrypt',
  'master',
  'account',
  'shared',
  'service',
  'app',
  'application',
  'admin',
  'license',
  'deploy',
  'hmac',
  'jwt',
  'crypt',
  'webhook',
  'subscription',
  'storage',
  'session',
  'cookie',
  'functions',
  'function',
  'client',
  'consumer',
  'server',
  'root',
  'recovery',
  'unseal',
  'bot',
  'aes',
  'write',
  'read',
  'ingest',
  'integration',
  'maps',
  'gemini',
  'openai',
  'anthropic',
])
/** Keys that look something up. Their values may look random but are public or hashes. */
const lookupOwners = new Set([
  'public',
  'publishable',
  'pub',
  'primary',
  'foreign',
  'cache',
  'sort',
  'partition',
  'shard',
  'object',
  's3',
  'bucket',
  'row',
  'index',
  'lookup',
  'map',
  'idempotency',
  'dedupe',
  'group',
  'query',
  'registry',
  'route',
  'hot',
  'config',
  'translation',
  'i18n',
  'lock',
  'item',
  'node',
  'host',
  'build',
  'commit',
  'content',
  'etag',
  'checksum',
  'hash',
  'site',
  'issue',
  'project',
])
/** `next_page_token` and `pad_token` are not secrets. */
const harmlessOwners = new Set([
  'page',
  'next',
  'nextpage',
  'continuation',
  'pagination',
  'sync',
  'pad',
  'bos',
  'eos',
  'unk',
  'mask',
  'sep',
  'cls',
  'stop',
  'max',
  'min',
  'per',
  'end',
  'start',
  'special',
  'first',
  'last',
  'new',
  'cancel',
  'cancellation',
  'public',
  'resume',
  'cursor',
  'image',
  'total',
  'input',
  'output',
  'num',
  'prompt',
  'forgot',
  'reset',
  'show',
  'hide',
  'has',
  'is',
  'no',
  'require',
  'requires',
  'without',
  'syntax',
  'unexpected',
  'design',
])
/** Ignored at the end of a name: `API_KEY_PROD` counts as `API_KEY`. */
const qualifiers = new Set([
  'prod',
  'production',
  'dev',
  'development',
  'staging',
  'stage',
  'live',
  'test',
  'base',
  'value',
  'val',
  'old',
  'primary',
  'secondary',
  'plain',
  'plaintext',
  'raw',
  'string',
  'b64',
  'base64',
  'default',
  'main',
  'backup',
  'v1',
  'v2',
])

/** Matches part of every secret's name. Words such as `path` and `pattern` are excluded because they are frequent. */
export const secretName = /pass|pw|secret|token|key|auth|cred|jwt|pat(?!h|tern)|sess|bearer|signature/gi

/**
 * Returns the kind of secret that a name such as `dbPassword`, `X-Api-Key` or `GITHUB_TOKEN_2` suggests. `undefined`
 * when it suggests none.
 */
export function nameKind(name: string): NameKind | undefined {
  if (name.search(secretName) === -1) return undefined
  const words = wordsOf(name)
  while (words.length > 1 && isQualifier(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1) ?? ''
  const owner = words.at(-2) ?? ''
  if (headerWords.has(last)) return last === 'authorization' ? 'header' : undefined
  if (harmlessOwners.has(owner) && !(owner === 'new' && passwordWords.has(last))) return undefined
  if (passwordWords.has(last)) return 'password'
  if (last === 'key') return keyOwners.has(owner) || words.includes('secret') ? 'key' : unknownKey(name, words)
  if (last === 'auth') return words.length === 1 || owner === '' ? 'key' : undefined
  if (keyWords.has(last) || /^(?:\w+)(?:apikey|secretkey|accesstoken|authtoken|password|passwd)$/.test(last))
    return 'key'
  return undefined
}

/** Names such as `ACME_KEY` in an environment, for which the value decides. */
function unknownKey(name: string, words: readonly string[]): NameKind | undefined {
  const isVariable = words.length > 1 && /^[A-Z][A-Z\d_]*$/.test(name)
  return isVariable && !words.some((word) => lookupOwners.has(word)) ? 'unknown-key' : undefined
}

function isQualifier(word: string): boolean {
  return qualifiers.has(word) || /^\d+$/.test(word)
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}
