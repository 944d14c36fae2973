/** Whether the URL is Anthropic's own API, which supports every setting and reads the key from `x-api-key`. */
export function isFirstParty(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.origin === 'https://api.anthropic.com'
}
