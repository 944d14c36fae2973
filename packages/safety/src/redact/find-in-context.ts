import { isPlaceholder } from './placeholders.js'
import type { Span } from './span.js'

/** A pattern that matches a secret together with the text before it. */
interface ContextRule {
  /**
   * Every match contains one of these strings, in any case. Most texts contain none, so this check is a cheap filter.
   */
  readonly hints: readonly string[]
  readonly pattern: RegExp
  readonly accepts?: (secret: string) => boolean
}

const isMixed = (secret: string) => /\d/.test(secret) && /[A-Za-z]/.test(secret)
const isNotNumeric = (secret: string) => !/^\d+$/.test(secret)
const isExampleWord = (secret: string) => /^(?:pass(?:word|wd)?|pwd|secret|token|pw|user)$/i.test(secret)

/**
 * Rules for secrets that are recognized only by the text before them. Each pattern has two adjacent groups: the context
 * and the secret.
 */
const rules: readonly ContextRule[] = [
  {
    hints: ['bearer'],
    pattern: /(\b[Bb](?:earer|EARER)[ \t]+["']?)([\w.~+/=-]{12,20000})/g,
    accepts: (secret) => /\d/.test(secret) || /[a-z][A-Z][a-z]*[A-Z]/.test(secret) || secret.length >= 24,
  },
  // Passwords in URLs. A password may contain `:` and `@`.
  {
    hints: ['@'],
    pattern: /(:\/\/[^\s:@/"'`<>]{0,128}:)([^\s"'`<>/]{1,256})(?=@)/g,
    accepts: (secret) => !isExampleWord(secret),
  },
  {
    hints: ['@'],
    pattern: /(:\/\/[^\s:@/"'`<>]{1,128}:)([^\s"'`<>@]{1,100})(?=@[\w.-]{1,253}(?::\d|\/))/g,
    accepts: (secret) => secret.includes('/') && !/^\d{1,5}\//.test(secret),
  },
  { hints: ['@'], pattern: /(:\/\/)([A-Za-z\d_-]{20,256})(?=(?::x-oauth-basic)?@)/g, accepts: isMixed },
  {
    hints: ['='],
    pattern:
      /([?&](?:key|sig|signature|code|auth|session|sid|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature|hmac|ticket|assertion|state_token)=)([^\s&#"'`<>]{12,20000})/gi,
    accepts: isMixed,
  },
  // URLs that are secrets themselves.
  { hints: ['hook'], pattern: /(hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)([\w/-]{20,})/g },
  { hints: ['hook'], pattern: /(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{5,25}\/)([\w-]{20,})/g },
  { hints: ['hook'], pattern: /(\.webhook\.office\.com\/webhookb2\/)([\w@/-]{30,})/g },
  { hints: ['hook'], pattern: /(hooks\.zapier\.com\/hooks\/catch\/)([\w/]{8,})/g },
  { hints: ['@'], pattern: /(https:\/\/)([0-9a-f]{32})(?=(?::[0-9a-f]{32})?@[\w.-]{0,80}sentry)/g },
  // Command-line programs.
  {
    hints: ['-u'],
    pattern: /([ \t](?:-u|--user|--proxy-user)[ \t=]?["']?[^\s:"'$]{1,64}:)([^\s"'$]{3,256})/g,
    accepts: isNotNumeric,
  },
  { hints: ['pass'], pattern: /(\bsshpass[ \t]+-p[ \t]?["']?)([^\s"'$-][^\s"']{2,255})/g },
  { hints: ['mysql'], pattern: /(\bmysql(?:dump|admin)?[ \t][^\n|;]{0,120}?[ \t]-p)([^\s"'$=-][^\s"']{3,255})/g },
  {
    hints: ['pass'],
    pattern: /(\bmachine[ \t]+\S{1,253}[ \t]+login[ \t]+\S{1,128}[ \t]+password[ \t]+)(\S{3,256})/g,
  },
  { hints: ['pass'], pattern: /(^[ \t]*password[ \t]+)(\S{6,256})(?=[ \t]*$)/gm, accepts: isMixed },
  { hints: ['='], pattern: /(:_(?:auth|authToken|password)[ \t]*=[ \t]*["']?)([^\s"'$]{6,20000})/g },
  { hints: ['setx'], pattern: /(\bsetx[ \t]+\w{0,40}(?:KEY|TOKEN|SECRET|PASSWORD)[ \t]+["']?)([^\s"'%]{6,20000})/g },
  { hints: ['redis-cli'], pattern: /(\bredis-cli\b[^\n|;]{0,80}?[ \t]-a[ \t]+["']?)([^\s"'$]{3,256})/g },
  { hints: ['='], pattern: /(\bSignature=)([\da-f]{64})/g },
  // An AWS access key id followed by its secret.
  {
    hints: ['akia', 'asia'],
    pattern: /((?:AKIA|ASIA)[A-Z\d]{16}["']?[ \t]{0,4}[,:;|/ \t][ \t]{0,4}["']?)([A-Za-z\d+/]{40})(?![\w+/=])/g,
  },
  // Markup and prose.
  {
    hints: ['</'],
    pattern:
      /(<(?:[\w-]{0,40}:)?[\w-]{0,40}(?:password|passwd|secret|token|api-?key|accesskey)[\w-]{0,10}>[ \t]{0,8})([^\s<]{4,20000})(?=[ \t]{0,8}<\/)/gi,
  },
  {
    hints: ['pass', 'key', 'token', 'secret'],
    pattern:
      /(\b(?:password|passphrase|passwd|passcode|api[ -]key|access[ -]key|token|secret)[ \t]+(?:is|was|=|to)[ \t]*(?::[ \t]*)?["'`]?)([^\s"'`]{5,20000}[^\s"'`.,;:!?)])/gi,
    accepts: isMixed,
  },
  {
    hints: ['value'],
    pattern:
      /(\b(?:key|value|name)["']?[ \t]*[:=][ \t]*["'][A-Za-z_]{0,40}(?:PASSWORD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY)["'][ \t]{0,4},?[ \t]{0,4}["']?value["']?[ \t]*[:=][ \t]*["'])([^\s"']{6,20000})/gi,
  },
  // The private members of a JSON Web Key.
  { hints: ['"'], pattern: /("(?:d|dp|dq|p|q|qi)"[ \t]{0,4}:[ \t]{0,4}")([\w-]{42,20000})/g, accepts: isMixed },
]

/** Session cookies: long values in `Cookie` and `Set-Cookie` headers that are not words. */
const cookieHeader = /\b(?:set-)?cookie["']?[ \t]*[:=][ \t]*([^\n]{1,20000})/gi
const cookie = /([\w.%-]{1,80}=)([^\s;,"'\\]{16,20000})/g

/** How many characters of a value are checked. */
const tellingLength = 128

/** Groups rules with the same hints, so that most texts are only searched for the hints. */
const groups = Map.groupBy(rules, ({ hints }) => hints.join(' '))
  .values()
  .map((group) => ({ hints: group[0]?.hints ?? [], group }))
  .toArray()

/** Finds secrets that are recognized by their context. */
export function findInContext(text: string): readonly Span[] {
  const small = text.toLowerCase()
  const spans: Span[] = small.includes('cookie') ? cookies(text) : []
  for (const { hints, group } of groups) {
    if (!hints.some((hint) => small.includes(hint))) continue
    for (const rule of group) spans.push(...matchesOf(text, rule))
  }
  return spans
}

function matchesOf(text: string, { pattern, accepts }: Omit<ContextRule, 'hints'>): readonly Span[] {
  const spans: Span[] = []
  for (const { index, 1: before = '', 2: secret = '' } of text.matchAll(pattern)) {
    if (isPlaceholder(secret.slice(0, tellingLength)) || accepts?.(secret) === false) continue
    const start = index + before.length
    spans.push({ start, end: start + secret.length })
  }
  return spans
}

function cookies(text: string): Span[] {
  return [...text.matchAll(cookieHeader)].flatMap(({ index, 0: header, 1: list = '' }) =>
    matchesOf(list, { pattern: cookie, accepts: isMixed }).map(({ start, end }) => {
      const offset = index + header.length - list.length
      return { start: start + offset, end: end + offset }
    }),
  )
}
