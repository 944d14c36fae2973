import { claudeCodeFile } from './claude-code-file.js'
import type { LoginProvider } from './login-provider.js'
import { renewTokens, requireRefreshToken } from './renew-tokens.js'

/** Public client id of Claude Code, which issued the imported logins. */
const clientId = '9d1c250a-e61b-44d9-88ed-5944d1962f5e'

/** Claude subscription. Hermes has no login flow for it and uses the login of Claude Code. */
export const anthropicLogin: LoginProvider = {
  id: 'anthropic',
  name: 'Anthropic',
  issuer: 'https://platform.claude.com',
  source: 'claude_code',
  foreign: claudeCodeFile,
  renew: (tokens, context) =>
    renewTokens(
      tokens,
      {
        provider: 'Anthropic',
        url: `${context.issuer}/v1/oauth/token`,
        form: {
          grant_type: 'refresh_token',
          refresh_token: requireRefreshToken(tokens, 'Anthropic'),
          client_id: clientId,
        },
      },
      context,
    ),
}
