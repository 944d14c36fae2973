import { type Headers, headerOf } from './headers.js'

/**
 * Whether the receiving server `authserv_id` found the sender in `From` authentic. Only its first header counts: the server adds it on
 * top, and everything below may come from the sender (RFC 8601, section 5).
 * @param from The address in `From`.
 */
export function isAuthentic(headers: Headers, from: string, authservId: string): boolean {
  const results = headerOf(headers, 'authentication-results') ?? ''
  const [id = '', ...methods] = withoutComments(results).split(';')
  if (id.trim().split(/\s/)[0]?.toLowerCase() !== authservId.toLowerCase()) return false
  const domain = domainOf(from)
  return methods.some((method) => {
    const [result = '', ...properties] = method.trim().toLowerCase().split(/\s+/)
    if (result === 'dmarc=pass') return propertyOf(properties, 'header.from') === domain
    // If the domain has no policy, a signature of exactly this domain proves as much.
    if (result === 'dkim=pass') return signerOf(properties) === domain
    return false
  })
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function signerOf(properties: readonly string[]): string | undefined {
  return propertyOf(properties, 'header.d') ?? propertyOf(properties, 'header.i')?.split('@').at(-1)
}

function propertyOf(properties: readonly string[], name: string): string | undefined {
  return properties
    .find((property) => property.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .replaceAll('"', '')
}

/** Removes comments, which may contain text of the sender. */
function withoutComments(value: string): string {
  let [plain, depth, quoted] = ['', 0, false]
  for (const [index, character] of [...value].entries()) {
    if (character === '"' && depth === 0 && value[index - 1] !== '\\') quoted = !quoted
    if (character === '(' && !quoted) depth += 1
    else if (character === ')' && !quoted) depth = Math.max(0, depth - 1)
    else if (depth === 0) plain += character
  }
  return plain
}
