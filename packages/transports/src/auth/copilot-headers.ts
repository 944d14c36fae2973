import type { ModelRequest } from '@hermes/core'

/** Copilot refuses who does not say which editor asks. */
export const copilotHeaders: Readonly<Record<string, string>> = {
  'editor-version': 'vscode/1.107.0',
  'editor-plugin-version': 'copilot-chat/0.35.0',
  'copilot-integration-id': 'vscode-chat',
}

/** What Copilot wants to know about one call: whether a person asked, which is what is paid for, and about pictures. */
export function copilotCallHeaders({ messages }: ModelRequest): Readonly<Record<string, string>> {
  const hasPictures = messages.some(
    ({ content }) => Array.isArray(content) && content.some((part) => part.type === 'image_url'),
  )
  return {
    'x-initiator': messages.at(-1)?.role === 'user' ? 'user' : 'agent',
    ...(hasPictures && { 'copilot-vision-request': 'true' }),
  }
}
