import { deviceFlow } from './device-flow.js'
import type { LoginProvider } from './login-provider.js'
import { renewTokens, requireRefreshToken } from './renew-tokens.js'
import { toTokenSet } from './token-set.js'

const provider = 'Nous Portal'

/** Public client id of Hermes. */
const clientId = 'hermes-cli'

/** Nous Portal subscription. The access token serves as the API key of its inference API. */
export const nousLogin: LoginProvider = {
  id: 'nous',
  name: provider,
  issuer: 'https://portal.nousresearch.com',
  source: 'manual:device_code',
  async login(context) {
    const { issuer, services } = context
    const endpoints = {
      provider,
      clientId,
      scope: 'inference:invoke',
      codeUrl: `${issuer}/api/oauth/device/code`,
      tokenUrl: `${issuer}/api/oauth/token`,
    }
    return { kind: 'tokens', tokens: toTokenSet(await deviceFlow(endpoints, context), provider, services.now()) }
  },
  renew: (tokens, context) =>
    renewTokens(
      tokens,
      {
        provider,
        url: `${context.issuer}/api/oauth/token`,
        form: { grant_type: 'refresh_token', client_id: clientId },
        // Sent as a header, because form bodies are more likely to be logged.
        headers: { 'x-nous-refresh-token': requireRefreshToken(tokens, provider) },
      },
      context,
    ),
}
