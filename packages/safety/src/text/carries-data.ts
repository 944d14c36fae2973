/** Words longer than this are rarely part of a name that people chose. */
const longestPlainWord = 48
/** Queries longer than this are more than a page asks for. */
const longestQuery = 300

/**
 * Whether an address contains more than the name of a page: credentials, a long query, or a long opaque word, in which
 * data could leak through a request that only reads. Returns `false` for a text that is not an address.
 */
export function carriesData(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, pathname, search, hash, username, password } = new URL(url)
  if (username !== '' || password !== '' || search.length + hash.length > longestQuery) return true
  return `${hostname.replaceAll('.', '/')}${pathname}/${search}/${hash}`
    .split(/[/?&=#;,:.+_-]|%20/)
    .some((word) => word.length > longestPlainWord && !/^[\da-f]{40}$|^[\da-f]{64}$/.test(word))
}
