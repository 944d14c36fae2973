import type { AgentEvent } from '@hermes/core'
import type { Hooks } from '@hermes/core/hooks'
import { expect, test } from 'vitest'
import { readText } from './source-files.js'

// The compiler checks these lists against the contracts, and the tests check the tables against the lists.
const events: Record<AgentEvent['type'], true> = {
  'turn-start': true,
  'iteration-start': true,
  'reasoning-delta': true,
  'text-delta': true,
  'tool-call-delta': true,
  restart: true,
  'iteration-end': true,
  'message-end': true,
  'tool-start': true,
  'tool-progress': true,
  'tool-end': true,
  'subagent-event': true,
  'question-open': true,
  'question-settled': true,
  budget: true,
  'compression-start': true,
  'compression-end': true,
  notice: true,
  'turn-end': true,
}
const hooks: Record<keyof Hooks, true> = {
  on_session_start: true,
  on_session_end: true,
  pre_llm_call: true,
  pre_api_request: true,
  post_api_request: true,
  api_request_error: true,
  pre_gateway_dispatch: true,
  on_gateway_startup: true,
  on_reaction: true,
  on_room_member_activity: true,
  pre_command: true,
  pre_auxiliary_call: true,
  post_auxiliary_call: true,
  on_stream_start: true,
  on_stream_delta: true,
  on_stream_end: true,
  on_interim_message: true,
  pre_tool_call: true,
  pre_approval_request: true,
  post_approval_response: true,
  post_tool_call: true,
  transform_tool_result: true,
  pre_compress: true,
  subagent_start: true,
  subagent_stop: true,
  pre_verify: true,
  transform_llm_output: true,
  post_llm_call: true,
  agent_loop_stopped: true,
}

/** Returns the first column of the table under a heading. */
function namesUnder(heading: string): readonly string[] {
  const [, section = ''] = readText('docs/loop.md').split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^\| `([a-z_-]+)` \|/gm)].map(([, name = '']) => name)
}

test('documents every event and hook once, in order', () => {
  expect(namesUnder('Events')).toEqual(Object.keys(events))
  expect(namesUnder('Hooks')).toEqual(Object.keys(hooks))
})
