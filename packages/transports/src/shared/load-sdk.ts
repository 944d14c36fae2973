import { ConfigError } from '@hermes/core'

/**
 * Loads the SDK of a provider on the first call. SDKs are optional peer dependencies.
 * @throws {ConfigError} when it is not installed.
 */
export async function loadSdk<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause
    throw new ConfigError('', `This provider needs the package "${name}": install it with \`npm install ${name}\`.`, {
      cause,
    })
  }
}

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(name)
  )
}
