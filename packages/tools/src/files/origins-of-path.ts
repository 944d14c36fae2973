import type { ContentOrigin, JsonObject } from '@hermes/core'
import { dependencyOf } from '@hermes/safety/files'

/** Returns who wrote the files at the `path` argument: others in a folder of installed packages, otherwise the owner. */
export function originsOfPath({ path }: JsonObject): readonly ContentOrigin[] {
  const name = typeof path === 'string' ? dependencyOf(path) : undefined
  return name === undefined ? [] : [{ kind: 'repository', name }]
}
