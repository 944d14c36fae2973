/** A service on the network. */
export interface SpeechService {
  /** The name for messages: `OpenAI`. */
  readonly name: string
  /** The base URL, without a trailing slash: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** The API key. Absent for servers that need none. */
  readonly apiKey?: string
  readonly model: string
  readonly fetch: typeof globalThis.fetch
  /** The time limit of a call, in milliseconds. */
  readonly timeoutMs: number
}
