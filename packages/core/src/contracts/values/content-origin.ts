/**
 * Who wrote a piece of content. `owner` (what the person says) and `workspace` (the files that the agent was started on) are trusted.
 * Everything else may contain text that tries to direct the model.
 */
export interface ContentOrigin {
  /**
   * `person`: somebody else, for example a member of a chat. `repository`: code that others published, cloned or installed. `web`: a
   * page. `mcp`: a server with tools. `skill`: instructions that others published. `agent`: an agent of another program. `tool`: a
   * tool that returns untrusted text without naming its author.
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

/** What a conversation has read. It lasts as long as the conversation, across compressions and restarts. */
export interface ReadOrigins {
  /** Returns the origins other than the owner and the workspace, in the order of their first appearance. */
  list(): readonly ContentOrigin[]
  /** Returns whether the owner trusts an origin in this conversation. */
  isTrusted(origin: ContentOrigin): boolean
  /** Call it before the model reads the content. The turn stores the origins before the content. */
  add(origins: readonly ContentOrigin[]): void
}

/** Returns true for content that the owner did not write and that is not part of the workspace. */
export function isUntrusted({ kind }: ContentOrigin): boolean {
  return kind !== 'owner' && kind !== 'workspace'
}

/** Returns the key of an origin. Two origins with the same key are the same origin. */
export function originKey({ kind, name }: ContentOrigin): string {
  return name === undefined ? kind : `${kind}:${name}`
}

/** Returns the origin of a web page. Its name is the host, with the port if it is not the usual one; absent for an invalid address. */
export function webOrigin(url: string): ContentOrigin {
  return URL.canParse(url) ? { kind: 'web', name: new URL(url).host } : { kind: 'web' }
}
