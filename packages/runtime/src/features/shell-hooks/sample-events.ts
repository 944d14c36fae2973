import type { ShellHookEvent } from '../../schema/features/shell-hooks.js'

const session_id = 'sample'

const ofNetworks: readonly ShellHookEvent[] = ['pre_gateway_dispatch', 'on_reaction', 'on_room_member_activity']

function samplePlace(source: string) {
  return { source, chat_id: '1', chat_type: 'direct', sender_id: '1', sender_name: 'Ada', is_bot: false }
}

/** Returns what a sample event is about by default; `undefined` if the event has no tool, command or network. */
export function sampleSubject(event: ShellHookEvent): string | undefined {
  if (event === 'pre_tool_call' || event === 'post_tool_call') return 'terminal'
  if (event === 'pre_command') return 'new'
  return ofNetworks.includes(event) ? 'telegram' : undefined
}

/** Returns a sample event of each kind, as a hook reads it. */
export function sampleEvent(event: ShellHookEvent, subject = sampleSubject(event) ?? ''): object {
  switch (event) {
    case 'on_session_start':
      return { session_id, source: 'cli' }
    case 'on_session_end':
      return { session_id, reason: 'closed' }
    case 'pre_llm_call':
      return { session_id }
    case 'post_llm_call':
      return { session_id, status: 'completed', text: 'A sample answer.' }
    case 'on_interim_message':
      return { session_id, text: 'A sample text between tool calls.' }
    case 'on_gateway_startup':
      return { url: 'http://127.0.0.1:8642', version: '1.0.0', networks: ['telegram'] }
    case 'pre_gateway_dispatch': {
      const text = 'A sample message.'
      return { ...samplePlace(subject), message_id: '1', is_addressed: true, text, attachments: [] }
    }
    case 'on_reaction':
      return { ...samplePlace(subject), message_id: '1', emoji: '👍', change: 'added' }
    case 'on_room_member_activity':
      return { ...samplePlace(subject), chat_type: 'group', change: 'joined' }
    case 'pre_command': {
      const where = { surface: 'terminal', source: 'terminal', user_id: 'local', role: 'admin' }
      return { session_id, command_name: subject, arguments: '', ...where }
    }
    case 'pre_auxiliary_call':
      return { session_id, task: 'title_generation', provider: 'custom', model: 'a-model' }
    case 'post_auxiliary_call':
      return {
        session_id,
        task: 'title_generation',
        provider: 'custom',
        model: 'a-model',
        status: 'answered',
        duration_ms: 800,
      }
    case 'pre_tool_call':
      return { session_id, tool_name: subject, tool_input: {} }
    case 'post_tool_call':
      return { session_id, tool_name: subject, tool_input: {}, is_error: false }
    case 'subagent_stop':
      return { session_id, goal: 'A sample goal.', status: 'completed' }
  }
}
