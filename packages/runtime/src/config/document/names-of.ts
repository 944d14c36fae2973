/** Splits a dotted path into names. A dot inside a name is escaped by a backslash: `model_overrides.gpt-4\.1.context_length`. */
export function namesOf(path: string): readonly string[] {
  return path.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'))
}
