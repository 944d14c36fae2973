import { ConfigError } from '@hermes/core'

export function noProvider(): ConfigError {
  return new ConfigError(
    'model.provider',
    'No provider is configured. Choose one with `hermes model`, or set model.provider to "offline" to serve the offline stand-in.',
  )
}
