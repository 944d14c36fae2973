/** What a network can show, and how much it accepts. Plain data. */
export interface PlatformLimits {
  /** The longest text of one message, measured as Markdown before conversion. */
  readonly text: TextLimit
  /** `plain`: the network shows Markdown as it was written, so agents should avoid it. */
  readonly formatting: 'markdown' | 'plain'
  /**
   * How the network shows a growing answer. `edit`: by replacing the text of a sent message. `native`: also through `edit`, but the text may
   * only grow. `final`: only complete messages.
   */
  readonly streaming: 'edit' | 'native' | 'final'
  /** The shortest time between two edits of one message, in milliseconds. Default 1000. */
  readonly editIntervalMs?: number
  /** The shortest time between two messages to one chat, in milliseconds. Default: no limit. */
  readonly sendIntervalMs?: number
  /** Absent: no buttons. */
  readonly buttons?: ButtonLimits
  /** Absent: no files in either direction. */
  readonly media?: MediaLimits
  /** Anyone in the world can write to the agent unasked, so strangers get no answer by default. Default false: strangers get a pairing code. */
  readonly isOpen?: boolean
  /**
   * The agent needs no ids of people and chats to write on this network, so `privacy.redact_pii` may hide them from the model. Omit it if the
   * model mentions people by their ids. Default false.
   */
  readonly canHideIds?: boolean
  /** Messages may have a subject. Default false: the gateway writes it above the text. */
  readonly hasSubjects?: boolean
  /** A repeated `send` with the same key has no further effect. Default false. */
  readonly isIdempotent?: boolean
}

export interface TextLimit {
  readonly max: number
  readonly unit: TextUnit
}

/** `utf16`: UTF-16 code units, as JavaScript counts them. `bytes`: bytes of UTF-8. */
export type TextUnit = 'utf16' | 'code-points' | 'bytes'

export interface ButtonLimits {
  /** Per message. */
  readonly max: number
  /** The longest value in bytes of UTF-8. */
  readonly maxValueBytes: number
}

export interface MediaLimits {
  /** The largest file that the agent can read. */
  readonly maxInBytes: number
  /** The largest file that the agent can send. */
  readonly maxOutBytes: number
  /** The longest text beside a file. 0: a file has no text. */
  readonly caption: TextLimit
}
