/**
 * Masks the parts of a URL that can carry credentials: user, password, query and fragment become `***`. Invalid URLs
 * are masked in the same way. A text that is not a single URL is unchanged.
 */
export function maskUrl(url: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(url)) return url
  const [, address = url, mark] = /^([^?#]*)([?#])./.exec(url) ?? []
  const masked = mark === undefined ? address : `${address}${mark}***`
  return masked.replace(/^([^:]*:\/\/)[^/?#]*@/, '$1***@')
}
