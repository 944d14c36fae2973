/** The reason why a schema rejects options. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** Returns the path of an issue below the path of the options, such as `plugins.0.limits.files`. */
export function pathOfIssue(path: string, issue: SchemaIssue | undefined): string {
  const keys = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  return [path, ...keys].join('.')
}
