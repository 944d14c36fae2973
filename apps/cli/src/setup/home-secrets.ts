import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { type HomePaths, loadConfig, ownSecrets } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import { nameKind } from '@hermes/safety/redact'

/** Returns the secrets stored in a home: variables in `.env` with secret-like names, texts in `auth.json`, keys in the settings. */
export async function homeSecrets(paths: HomePaths): Promise<readonly string[]> {
  const env = (await readOptional(paths.env)) ?? ''
  const variables = env.split('\n').flatMap((line) => {
    const at = line.indexOf('=')
    const name = line.slice(0, at).replace('export ', '').trim()
    const value = line
      .slice(at + 1)
      .trim()
      .replaceAll(/^["']|["']$/g, '')
    return at > 0 && nameKind(name) !== undefined ? [value] : []
  })
  const auth = await readOptional(join(paths.home, 'auth.json'))
  return [...variables, ...(auth === undefined ? [] : textsIn(parseJson(auth))), ...(await configSecrets(paths))]
}

/** Settings that cannot be read have no known secrets. */
async function configSecrets(paths: HomePaths): Promise<readonly string[]> {
  try {
    const { config } = await loadConfig({ paths, variables: {} })
    // A reference to a variable is not a secret.
    return ownSecrets({ config, variables: {} }).filter((secret) => !secret.includes('${'))
  } catch (error) {
    if (ConfigError.is(error)) return []
    throw error
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= 16 ? [value] : []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}
