import type { ModelRequest } from '../../../contracts/transport.js'

/** The request with what the model said so far, and a hint: neither is ever stored. */
export function withTail(request: ModelRequest, said: string, nudge: string): ModelRequest {
  const tail = [
    { role: 'assistant', content: said },
    { role: 'user', content: nudge },
  ] as const
  return { ...request, messages: [...request.messages, ...tail] }
}
