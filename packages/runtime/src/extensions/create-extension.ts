import { ConfigError } from '@hermes/core'

/** As long as hooks may take. */
export const createLimitMs = 30_000

/**
 * Creates an extension within 30 seconds. The timer also keeps the process waiting for one that would never answer.
 * @param path - The setting that names it.
 * @param name - As the settings name it.
 * @throws {ConfigError} when the time is over; whatever `create` throws.
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
