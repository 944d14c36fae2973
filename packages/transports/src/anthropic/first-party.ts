/** Anthropic's own API: it knows every setting, and where the key goes. */
export function isFirstParty(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.origin === 'https://api.anthropic.com'
}
