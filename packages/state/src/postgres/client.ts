/** The part of a `pg` pool that the store uses. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
  end(): Promise<void>
}

export interface PostgresClient {
  /** Whether the client sends queries without waiting for the answers to earlier ones. Default: false. */
  readonly pipeline?: boolean
  query(query: PostgresQuery): Promise<PostgresResult>
  /** Releases the connection. With an error, it is not returned to the pool. */
  release(error?: Error): void
  on(event: 'error', listener: (error: Error) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
}

export interface PostgresQuery {
  readonly text: string
  readonly values?: unknown[]
  readonly types?: { getTypeParser(type: number): (text: string) => unknown }
}

export interface PostgresResult {
  // biome-ignore lint/suspicious/noExplicitAny: the client cannot know what a statement selects.
  readonly rows: any[]
  readonly rowCount: number | null
}
