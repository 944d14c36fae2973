import type { ContentOrigin, JsonObject } from '@hermes/core'
import { dependencyOf } from '@hermes/safety/files'

/** Who wrote the files at the argument `path`: others, in a folder of installed packages; otherwise the owner. */
export function originsOfPath({ path }: JsonObject): readonly ContentOrigin[] {
  const name = typeof path === 'string' ? dependencyOf(path) : undefined
  return name === undefined ? [] : [{ kind: 'repository', name }]
}
