/** Why a schema refuses options. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** The path of an issue below that of the options: `plugins.0.limits.files`. */
export function pathOfIssue(path: string, issue: SchemaIssue | undefined): string {
  const keys = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  return [path, ...keys].join('.')
}
