/**
 * Hides what a URL can carry of credentials: user, password, query and fragment become `***`. Invalid URLs are masked alike; a text that
 * is not one URL is unchanged.
 */
export function maskUrl(url: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(url)) return url
  const [, address = url, mark] = /^([^?#]*)([?#])./.exec(url) ?? []
  const masked = mark === undefined ? address : `${address}${mark}***`
  return masked.replace(/^([^:]*:\/\/)[^/?#]*@/, '$1***@')
}
