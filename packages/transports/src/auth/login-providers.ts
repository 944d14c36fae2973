import { anthropicLogin } from './anthropic.js'
import { codexLogin } from './codex.js'
import { copilotLogin } from './copilot.js'
import type { LoginProvider } from './login-provider.js'
import { nousLogin } from './nous.js'
import { openRouterLogin } from './openrouter.js'

/** All providers with a login. */
export const loginProviders: readonly LoginProvider[] = [
  openRouterLogin,
  nousLogin,
  anthropicLogin,
  codexLogin,
  copilotLogin,
]

export function findLoginProvider(id: string): LoginProvider | undefined {
  return loginProviders.find((provider) => provider.id === id)
}
