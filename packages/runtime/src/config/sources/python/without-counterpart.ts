import { isSection } from '../../../schema/section.js'

/** Whether a setting belongs to the Hermes Agent in Python and has no counterpart here. @param path Dotted. */
export function hasNoCounterpart(path: string, value: unknown): boolean {
  // A section there, a list here.
  if (path === 'plugins') return isSection(value)
  // `edge`, `local` and others that are programs of Python.
  if (path === 'stt.provider' || path === 'tts.provider') return pythonSpeech.has(String(value))
  if (foreign.has(path)) return true
  const [section, , name, ...more] = path.split('.')
  if (name === undefined || more.length > 0) return false
  // Sections there, switches here.
  if (section === 'mcp_servers') return foreignOfServers.has(name) || (switches.has(name) && isSection(value))
  return section === 'auxiliary' && foreignOfTasks.has(name)
}

/** Why a setting without a counterpart is ignored, as a sentence. @param path Dotted. */
export function reasonFor(path: string): string {
  return reasons.get(path.split('.')[0] ?? '') ?? 'They have no counterpart here.'
}

const noChats = 'Chat networks are set up in the section platforms here.'
const whichSpeech = 'Here, a program is named by command, and a server by base_url.'
const noMedia = 'A browser, voice conversations and the making of pictures are no features here yet.'

/** Why the settings of a section are ignored, if there is more to say. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    curator: 'The upkeep of skills has its own settings here.',
    plugins: 'Plugins in Python cannot run here.',
    hooks: 'Commands run as hooks here only from the section shell_hooks.',
    gateway: noChats,
    streaming: noChats,
    group_sessions_per_user: noChats,
    unauthorized_dm_behavior: noChats,
    human_delay: noChats,
    browser: noMedia,
    stt: whichSpeech,
    tts: whichSpeech,
    voice: noMedia,
    image_gen: noMedia,
    video_gen: noMedia,
    security: 'They protect nothing here; the sandbox and the approvals do.',
  }),
)

const pythonSpeech: ReadonlySet<string> = new Set(
  'edge gemini kittentts local local_command minimax neutts nous piper xai'.split(' '),
)

/** `agent: a b` means `agent.a` and `agent.b`; a name alone has no section. */
const foreign: ReadonlySet<string> = new Set(
  `
model: aliases openai_runtime ollama_num_ctx persist_switch_by_default
agent: coding_instructions agent_cache execution_guidance gateway_turn_lease_timeout image_input_mode
agent: gateway_timeout_warning gateway_notify_interval local_stream_stale_timeout max_verify_nudges reasoning_overrides
agent: service_tier stall_guards tool_use_enforcement
agent: turn_liveness.poll_s verbose verify_guidance verify_on_stop
terminal: daytona_image docker_snap_compat home_mode modal_image modal_mode oneshot_completion_wait_seconds persistent_shell singularity_image temp_dir vercel_runtime
compression: abort_on_summary_failure checkpoint_required codex_app_server_auto codex_gpt55_autoraise codex_responses_compact_threshold
compression: codex_responses_native context_timeout_seconds context_total_ceiling_seconds hygiene_timeout_seconds in_place
compression: idle_compact_after_seconds micro_compact min_tail_user_messages proactive_prune_min_reclaim_tokens
compression: proactive_prune_min_result_chars proactive_prune_tokens progress_notices tail_assistant_max_chars tail_mode
auxiliary: curator flush_memories kanban_decomposer moa_aggregator moa_reference profile_describer review
auxiliary: session_search skills_hub stream_only_base_urls triage_specifier tts_audio_tags web_extract
delegation: compression_threshold_tokens independent_completions request_overrides routes surface_child_process_notifications
delegation: worktree_isolation
approvals: destructive_slash_confirm mcp_reload_confirm
security: acked_advisories approval tirith_enabled tirith_fail_open tirith_path tirith_timeout website_blocklist.shared_files
skills: create_dir creation_nudge_interval guard_agent_created ledger tier1_advisory
display: compact inline_diffs
display: interim_assistant_messages mouse_tracking personality pet platforms resume_display
display: show_commentary show_cost spinner_token_flow streaming tool_preview_length
display: tool_progress_overrides turn_summary
gateway: delivery_ledger max_concurrent_sessions platforms relay_url
gateway: api_server.enabled
code_execution: mode
cron: bot_chat_delivery_timeout_seconds chronos cleanup_timeout_seconds delivery media_send_timeout_seconds mirror_delivery
stt: deepinfra elevenlabs groq local mistral openai providers xai
tts: deepinfra edge elevenlabs gemini keep_warm_seconds kittentts minimax mistral neutts openai piper providers streaming xai
cron: model_provider preflight provider require_restart_safe_scope
tool_output: max_line_length max_lines
tool_loop_guardrails: hard_stop_after non_interactive_hard_stop_enabled warn_after
web: extract_backend search_backend use_gateway
database: journal_mode journal_size_limit synchronous wal_autocheckpoint
logging: backup_count max_size_mb
_config_version browser context_file_read_timeout credential_pool_quota_aware curator dashboard file_read_max_chars
group_sessions_per_user hooks human_delay image_gen kanban max_concurrent_sessions moa network
onboarding openrouter runtime session session_reset smart_model_routing streaming
tool_budget unauthorized_dm_behavior updates video_gen voice worktree worktree_sync
`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [section, names] = line.includes(': ') ? line.split(': ') : [undefined, line]
      return (names ?? '').split(' ').map((name) => (section === undefined ? name : `${section}.${name}`))
    }),
)

const foreignOfTasks: ReadonlySet<string> = new Set(['download_timeout', 'extra_body', 'language', 'max_concurrency'])

const foreignOfServers: ReadonlySet<string> = new Set(
  'auth client_cert client_key identity_header idle_timeout_seconds max_lifetime_seconds skip_preflight ssl_verify'.split(
    ' ',
  ),
)

const switches: ReadonlySet<string> = new Set(['elicitation', 'sampling'])
