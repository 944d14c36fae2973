/** Where a home keeps what. All absolute. */
export interface HomePaths {
  readonly home: string
  readonly config: string
  readonly env: string
  readonly state: string
  readonly logs: string
  readonly cache: string
}
