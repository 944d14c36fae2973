import type { ShellHookEvent } from '../../schema/features/shell-hooks.js'

const session_id = 'sample'

/** What a hook of an event is for, when nobody names it. `undefined`: the event has nothing of this kind. */
export function sampleSubject(event: ShellHookEvent): string | undefined {
  if (event === 'pre_tool_call' || event === 'post_tool_call') return 'terminal'
  if (event === 'pre_command') return 'new'
  return event === 'pre_gateway_dispatch' ? 'telegram' : undefined
}

/** An event of each kind, as a hook reads it. */
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
    case 'pre_gateway_dispatch':
      return {
        source: subject,
        chat_id: '1',
        chat_type: 'direct',
        message_id: '1',
        sender_id: '1',
        sender_name: 'Ada',
        is_bot: false,
        is_addressed: true,
        text: 'A sample message.',
        attachments: [],
      }
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
