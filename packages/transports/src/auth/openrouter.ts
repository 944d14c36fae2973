import { createHash, randomBytes } from 'node:crypto'
import { textAt } from '../shared/json.js'
import { LoginError } from './login-error.js'
import type { LoginContext, LoginProvider, LoginResult } from './login-provider.js'
import { receiveCode } from './receive-code.js'
import { sendAuthRequest, unexpected } from './send-auth-request.js'

const provider = 'OpenRouter'

/** Login that creates an OpenRouter API key for Hermes. The key does not expire, and the user can delete it in the browser. */
export const openRouterLogin: LoginProvider = {
  id: 'openrouter',
  name: provider,
  issuer: 'https://openrouter.ai',
  source: 'manual:openrouter_pkce',
  login,
}

async function login(context: LoginContext): Promise<LoginResult> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const code = await receiveCode(provider, context, (callbackUrl) => {
    const page = new URL(`${context.issuer}/auth`)
    page.searchParams.set('callback_url', callbackUrl)
    page.searchParams.set('code_challenge', challenge)
    page.searchParams.set('code_challenge_method', 'S256')
    return page.href
  })
  return { kind: 'api-key', apiKey: await exchange(code, verifier, context) }
}

async function exchange(code: string, verifier: string, { issuer, signal, services }: LoginContext): Promise<string> {
  const json = { code, code_verifier: verifier, code_challenge_method: 'S256' }
  const response = await sendAuthRequest({ provider, url: `${issuer}/api/v1/auth/keys`, json, signal }, services)
  const key = textAt(response.body, 'key')
  if (response.status === 200 && key !== '') return key
  if (response.status === 403) {
    throw new LoginError('mismatch', `${provider} refused the code: it was used before, or is of another login.`)
  }
  throw unexpected(provider, response)
}
