/** The data that the thread is started with. Paths are absolute. */
export interface LibraryStart {
  /** The module `mem0ai/oss`. */
  readonly module: string
  /** The folder where the library stores its data. */
  readonly folder: string
  /** The length of vectors. */
  readonly dimensions: number
}

export type LibraryCall =
  | { readonly do: 'count'; readonly filters: Readonly<Record<string, string>> }
  | {
      readonly do: 'add'
      readonly user: string
      readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
      readonly metadata: Readonly<Record<string, string>>
    }
  | { readonly do: 'search'; readonly user: string; readonly text: string; readonly limit: number }

/** What the library asks the host for during a call. */
export type LibraryQuestion =
  | { readonly ask: 'vectors'; readonly texts: readonly string[] }
  | { readonly ask: 'text'; readonly system: string; readonly user: string }

export type Reply = { readonly value: unknown } | { readonly error: string }

/** A message to the thread. */
export type ToThread =
  | { readonly type: 'call'; readonly id: number; readonly call: LibraryCall }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }

/** A message from the thread. `call` is the id of the call that a question belongs to. */
export type FromThread =
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'question'; readonly id: number; readonly call: number; readonly question: LibraryQuestion }
