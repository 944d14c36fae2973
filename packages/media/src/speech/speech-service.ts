/** A service on the network. */
export interface SpeechService {
  /** For messages: `OpenAI`. */
  readonly name: string
  /** Without a slash at the end: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** Absent for servers that need none. */
  readonly apiKey?: string
  readonly model: string
  readonly fetch: typeof globalThis.fetch
  /** The time limit of a call, in milliseconds. */
  readonly timeoutMs: number
}
