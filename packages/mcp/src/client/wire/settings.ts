/** How to reach one MCP server, and what to use of it. Times are in milliseconds. */
export interface McpServerSettings {
  /** The name: letters, digits, `-` and `_`. Part of the names of its tools. */
  readonly name: string
  readonly endpoint: McpEndpoint
  /** The toolset of its tools. */
  readonly toolset: string
  /** The tools to use, by their names on the server. Default: all. */
  readonly include?: readonly string[]
  /** Tools that are left out, by their names on the server. Default: none. */
  readonly exclude?: readonly string[]
  /**
   * `full`: the server's statements about its tools are believed, so that read-only tools run without a question.
   * `untrusted`: every call needs approval.
   */
  readonly trust: 'full' | 'untrusted'
  /** How long a call may take. Progress restarts the limit; the time that people take to answer does not count. */
  readonly timeoutMs: number
  /** How long connecting may take. */
  readonly connectTimeoutMs: number
  /** How often an idle connection is checked. 0: never. */
  readonly keepaliveMs: number
  /** Whether calls of its tools may run concurrently. */
  readonly isParallel: boolean
  /** Whether to add tools that list and read its resources. */
  readonly hasResources: boolean
  /** Whether to add commands for its prompts. */
  readonly hasPrompts: boolean
  /** Whether the server may ask the user for input. */
  readonly mayElicit: boolean
  /** Whether the server may ask a model, each time with approval. */
  readonly maySample: boolean
  /** Whether the server receives the folders that the agent works in. */
  readonly getsRoots: boolean
}

export type McpEndpoint = StdioEndpoint | HttpEndpoint

/** A program that speaks MCP over its standard input and output. */
export interface StdioEndpoint {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** Variables in addition to the constant ones. */
  readonly variables: Readonly<Record<string, string>>
  /** The working folder. Default: that of the agent. */
  readonly workingDirectory?: string
}

/** `auto`: streamable HTTP, or the older SSE transport when the server does not support it. */
export interface HttpEndpoint {
  readonly kind: 'auto' | 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /**
   * The login with OAuth, used when the server requires it. Has no effect on a server with an `Authorization` header.
   */
  readonly login?: RegisteredClient
}

/**
 * A client that the user has registered at an authorization server. Everything is optional, because a client can
 * register itself.
 */
export interface RegisteredClient {
  readonly id?: string
  readonly secret?: string
  /** The permissions to ask for, separated by spaces. Default: those that the server names. */
  readonly scope?: string
  /** The port of the callback. Default: any free port. */
  readonly port?: number
}
