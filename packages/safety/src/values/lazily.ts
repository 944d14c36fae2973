/**
 * A schema that is built when it is first asked for. A start asks for those of the settings that are set: building all of them would take
 * longer than everything else that it does.
 */
export function lazily<Schema>(build: () => Schema): () => Schema {
  let built: Schema | undefined
  return () => {
    built ??= build()
    return built
  }
}
