/** Query parameters that are never secret. */
const plainParameter = /^(?:api-?version|version|deployment|model|region|project|location|tenant)$/i

/**
 * Returns an address that may be stored: without user, password and fragment, and only with query parameters that are
 * known to be harmless, such as `api-version`. A text that is not an address is unchanged.
 */
export function withoutCredentials(url: string): string {
  if (!URL.canParse(url) || !/[@?#]/.test(url)) return url
  const [, address = url, query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? []
  const kept = query.split('&').filter((part) => plainParameter.test(part.split('=')[0] ?? ''))
  return address.replace(/^([^:]*:\/\/)[^/]*@/, '$1') + (kept.length > 0 ? `?${kept.join('&')}` : '')
}
