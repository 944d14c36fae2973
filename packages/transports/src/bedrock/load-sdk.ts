import { ConfigError } from '@hermes/core'

const name = '@aws-sdk/client-bedrock-runtime'

/**
 * Loads the SDK, an optional peer dependency, on the first call. The error is handled on the import itself, so that
 * bundlers tolerate a missing package.
 * @throws {ConfigError} when the SDK is not installed.
 */
export function loadSdk(): Promise<typeof import('@aws-sdk/client-bedrock-runtime')> {
  return import('@aws-sdk/client-bedrock-runtime').catch(explainMissing)
}

/** Throws the error. If the SDK itself is missing, the error says how to install it. */
export function explainMissing(error: unknown): never {
  if (!isMissing(error)) throw error
  throw new ConfigError('', `This provider needs the package "${name}": install it with \`npm install ${name}\`.`, {
    cause: error,
  })
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(name)
  )
}
