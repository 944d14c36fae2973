/** The tools that come with Hermes, by toolset. Which of them an agent has depends on the settings and the machine. */
const namesByToolset = {
  terminal: ['terminal', 'process'],
  file: ['read_file', 'write_file', 'patch', 'search_files'],
  todo: ['todo'],
  clarify: ['clarify'],
  web: ['web_search', 'web_extract'],
  code_execution: ['execute_code'],
  session_search: ['session_search'],
  memory: ['memory'],
  skills: ['skills_list', 'skill_view', 'skill_manage'],
  cronjob: ['cronjob'],
  vision: ['vision_analyze'],
  delegation: ['delegate_task', 'delegations'],
  messaging: ['send_message'],
  tts: ['text_to_speech'],
}

export const builtInTools = Object.entries(namesByToolset).flatMap(([toolset, names]) =>
  names.map((name) => ({ name, toolset })),
)
