import { ConfigError } from '@hermes/core'

/** The time limit for creating an extension, in milliseconds. It equals that of hooks. */
export const createLimitMs = 30_000

/**
 * Creates an extension within 30 seconds. The timer also keeps the process alive while it waits for an extension that never answers.
 * @param path - The setting that names the extension.
 * @param name - The extension's name in the settings.
 * @throws {ConfigError} when the time limit is exceeded. Errors of `create` are rethrown.
 */
export async function createExtension<Product>(
  path: string,
  name: string,
  create: () => Product | Promise<Product>,
): Promise<Product> {
  const late = Promise.withResolvers<never>()
  const sentence = `${name} did not start within ${createLimitMs / 1000} s: its create() never ended. Correct it, or remove it from the settings.`
  const timer = setTimeout(() => late.reject(new ConfigError(path, sentence)), createLimitMs)
  try {
    return await Promise.race([create(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
