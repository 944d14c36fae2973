/** The names on a dotted path. A dot inside a name has a backslash before it: `model_overrides.gpt-4\.1.context_length`. */
export function namesOf(path: string): readonly string[] {
  return path.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'))
}
