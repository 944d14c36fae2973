/**
 * Who wrote a piece of content. `owner` and `workspace` are trusted: what the person says, and the files that the agent was started
 * on. Everything else may contain text that tries to direct the model.
 */
export interface ContentOrigin {
  /**
   * `person`: somebody else, such as a member of a chat. `repository`: code that others published, cloned or installed. `web`: a page.
   * `mcp`: a server with tools. `skill`: instructions that others published. `agent`: an agent of another program. `tool`: a tool
   * that returns untrusted text without saying whose.
   */
  readonly kind: OriginKind
  /** The host, address, server, folder or tool: one line of at most {@link maxOriginChars} characters. Absent if unknown. */
  readonly name?: string
}

export const originKinds = [
  'owner',
  'workspace',
  'person',
  'repository',
  'web',
  'mail',
  'mcp',
  'skill',
  'agent',
  'tool',
] as const

export type OriginKind = (typeof originKinds)[number]

/** Longest {@link ContentOrigin.name}. Longer names are cut. */
export const maxOriginChars = 200

/** What a conversation has read. It lasts as long as the conversation, through compressions and restarts. */
export interface ReadOrigins {
  /** The origins other than the owner and the workspace, in the order of their first appearance. */
  list(): readonly ContentOrigin[]
  /** Whether the owner trusts an origin in this conversation. */
  isTrusted(origin: ContentOrigin): boolean
  /** Call it before the model reads the content. The turn stores the origins before the content. */
  add(origins: readonly ContentOrigin[]): void
}

/** Returns true for content that was not written by the owner and is not part of the workspace. */
export function isUntrusted({ kind }: ContentOrigin): boolean {
  return kind !== 'owner' && kind !== 'workspace'
}

/** Two origins with the same key are the same origin. */
export function originKey({ kind, name }: ContentOrigin): string {
  return name === undefined ? kind : `${kind}:${name}`
}

/** The origin of a web page: its host, with the port if it is not the usual one. Absent for an invalid address. */
export function webOrigin(url: string): ContentOrigin {
  return URL.canParse(url) ? { kind: 'web', name: new URL(url).host } : { kind: 'web' }
}
