/**
 * The settings of the Hermes Agent in Python, up to version 0.22, that Hermes does not have. `agent: a b` means `agent.a` and `agent.b`; a
 * name alone is a section or a top-level setting.
 */
const table = `
model: aliases auth_mode default_headers entra extra_headers ollama_num_ctx openai_runtime persist_switch_by_default
model: reasoning_echo request_overrides supports_vision
agent: agent_cache bot_mode_protocol build_wait_timeout coding_context coding_instructions cron_drain_timeout empty_response_guard
agent: environment_hint environment_probe execution_guidance gateway_auto_continue_freshness
agent: gateway_notify_interval gateway_startup_restore_drain_timeout gateway_startup_warmup_timeout gateway_timeout_warning
agent: gateway_turn_lease_timeout image_input_mode intent_ack_continuation local_stream_stale_timeout max_verify_nudges
agent: parallel_tool_call_guidance reasoning_echo reasoning_overrides restart_after_turn_timeout
agent: sanitizer_heal_escalation_threshold service_tier stall_guards task_completion_guidance tool_use_enforcement
agent: turn_liveness.poll_s verbose verify_guidance verify_on_stop
terminal: auto_source_bashrc daemon_term_grace_seconds daytona_image degraded_mode docker_shm_size docker_snap_compat font_family
terminal: home_mode modal_image modal_mode oneshot_completion_wait_seconds persistent_shell shell_init_files singularity_image
terminal: sudo_password temp_dir vercel_runtime
compression: abort_on_summary_failure checkpoint_required codex_app_server_auto codex_gpt55_autoraise codex_gpt55_autoraise_notice
compression: codex_responses_compact_threshold codex_responses_native context_timeout_seconds context_total_ceiling_seconds
compression: hygiene_timeout_seconds idle_compact_after_seconds in_place max_attempts micro_compact
compression: micro_compact_defrag_threshold_tokens micro_compact_every_n_turns min_tail_user_messages
compression: proactive_prune_min_reclaim_tokens proactive_prune_min_result_chars proactive_prune_tokens progress_notices
compression: tail_assistant_max_chars tail_mode
context: memory_trim
auxiliary: curator flush_memories free_only kanban_decomposer memory_query_rewrite moa_aggregator moa_reference monitor
auxiliary: openrouter_model profile_describer review session_search skills_hub stream_only_base_urls transient_retries
auxiliary: triage_specifier tts_audio_tags web_extract
delegation: compression_threshold_tokens independent_completions inherit_mcp_toolsets max_summary_chars reasoning_effort
delegation: request_overrides routes subagent_auto_approve surface_child_process_notifications worktree_isolation
approvals: destructive_slash_confirm mcp_reload_confirm
security: acked_advisories allow_data_training_tiers_noninteractive allow_lazy_installs approval
security: protected_instruction_extra_patterns protected_instruction_files tirith_enabled tirith_fail_open tirith_path tirith_timeout
security: website_blocklist.shared_files
skills: create_dir creation_nudge_interval guard_agent_created inline_shell inline_shell_timeout ledger template_vars tier1_advisory
checkpoints: auto_prune delete_orphans max_file_size_mb max_total_size_mb min_interval_hours retention_days
display: battery busy_steer_ack_enabled cleanup_progress cli_multiline_shortcuts cli_rebuild_scrollback_on_redraw
display: cli_refresh_interval compact copy_shortcut credits_notices ephemeral_system_ttl final_response_markdown
display: focus_saved_tool_progress focus_view friendly_tool_labels inline_diffs interim_assistant_messages
display: long_running_notifications mouse_tracking persist_prompts persistent_output persistent_output_max_lines personality pet
display: platforms reasoning_style resume_display resume_exchanges resume_last_session resume_max_assistant_chars
display: resume_max_assistant_lines resume_max_user_chars resume_skip_tool_only show_commentary show_cost spinner_token_flow
display: status_phrases streaming timestamp_format tool_preview_length tool_progress_grouping tool_progress_overrides
display: tui_agents_nudge tui_auto_resume_recent tui_status_indicator turn_completion_explainer turn_summary
display: user_message_preview
gateway: always_log_local auto_multiplex_migration bot_loop_guard delivery_ledger filter_silence_narration
gateway: group_sessions_per_user loop_watchdog loop_watchdog_max_strikes loop_watchdog_probe_interval_s
gateway: loop_watchdog_probe_timeout_s max_concurrent_sessions max_inbound_media_bytes media_delivery_allow_dirs
gateway: platform_connect_timeout platforms profile_routes quick_commands relay_url reset_triggers respawn_storm
gateway: restart_loop_guard scale_to_zero session_reset signal_interrupt_grace_timeout startup_watchdog
gateway: startup_watchdog_timeout_seconds streaming strict stt stt_echo_transcripts thread_sessions_per_user trust_env
gateway: trust_recent_files trust_recent_files_seconds unauthorized_dm_behavior write_sessions_json
gateway: api_server.enabled
code_execution: kernel_mode mode
cron: bot_chat_delivery_timeout_seconds chronos cleanup_timeout_seconds delivery media_send_timeout_seconds mirror_delivery
cron: model_provider preflight provider require_restart_safe_scope session_db_timeout_seconds
stt: cloud_trim_keep_ms cloud_trim_threshold_db deepinfra echo_transcripts elevenlabs groq local mistral openai providers xai
tts: deepinfra edge elevenlabs gemini keep_warm_seconds kittentts minimax mistral neutts openai piper providers streaming xai
tool_output: max_line_length max_lines
tool_loop_guardrails: hard_stop_after non_interactive_hard_stop_enabled warn_after
tools: connectors
web: cache_enabled cache_exempt_hosts cache_ttl_minutes extract_backend keyless_fallback keyless_rescue provider_tier search_backend
web: use_gateway
database: journal_mode journal_size_limit synchronous wal_autocheckpoint
logging: backup_count max_size_mb memory_monitor
provider_routing: models
_config_version always_log_local attachments bedrock bot_mode browser computer_use context_file_read_timeout
credential_pool_quota_aware curator dashboard desktop doctor egress file_read_max_chars filter_silence_narration
group_sessions_per_user hooks hooks_auto_accept human_delay honcho image_gen kanban known_plugin_toolsets local_runtime loops lsp
max_concurrent_sessions max_live_sessions mcp mcp_discovery_timeout mcp_single_query_discovery_timeout moa model_catalog models_dev
monitoring network nous onboarding openrouter paste_collapse_char_threshold paste_collapse_threshold
paste_collapse_threshold_fallback profile_routes proxy require_mention reset_triggers runtime secrets session session_reset sessions
smart_model_routing streaming stt_echo_transcripts telemetry thread_sessions_per_user timeouts tool_budget unauthorized_dm_behavior
updates vault vertex video_gen voice wake_word worktree worktree_sync x_search
`

/** The settings by dotted path. */
export const foreignSettings: ReadonlySet<string> = new Set(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [section, names] = line.includes(': ') ? line.split(': ') : [undefined, line]
      return (names ?? '').split(' ').map((name) => (section === undefined ? name : `${section}.${name}`))
    }),
)

/** Chat networks that only the Python program has. A package can add a network of the same name, whose section is then kept. */
export const foreignNetworks: ReadonlySet<string> = new Set(
  `bluebubbles buzz dingtalk discord feishu google_chat homeassistant irc line mattermost msgraph_webhook ntfy photon qqbot raft relay
signal simplex slack sms teams wecom wecom_callback weixin whatsapp whatsapp_cloud yuanbao`.split(/\s+/),
)

/** The settings of a chat network that only the Python program has. */
export const foreignOfNetworks: ReadonlySet<string> = new Set(
  `allowed_topics api_key auto_thread base_file_url cron_continuable_surface device_id disable_link_previews
disable_topic_auto_rename dm_mention_threads dm_policy dm_topics e2ee_mode encryption exclusive_bot_mentions extra fallback_ips
free_response_topics gateway_restart_notification group_allow_from group_allowed_chats group_policy group_topics
group_user_allowed_commands guest_mode ignore_root_dm ignore_user_patterns ignored_threads local_mode max_message_length
notice_delivery notifications password process_notices proxy_url reactions reply_in_thread reply_prefix reply_to_mode rich_drafts
rich_messages session_scope skip_attachments slash_commands status_indicator status_offline status_online thread_require_mention
typing_indicator typing_status_text user_allowed_commands user_id`.split(/\s+/),
)

/** Toolsets that only the Python program has. Nothing of them can be turned on. */
export const foreignToolsets: ReadonlySet<string> = new Set(
  `browser computer_use connections context_engine desktop_ui discord discord_admin feishu_doc feishu_drive homeassistant image_gen
kanban moa project rl setup spotify video video_gen x_search yuanbao`.split(/\s+/),
)

/** The settings of a side task that only the Python program has. */
export const foreignOfTasks: ReadonlySet<string> = new Set(
  'download_timeout extra_body language max_concurrency max_input_tokens prefer_fast_model'.split(' '),
)

/** The settings of an MCP server that only the Python program has. */
export const foreignOfServers: ReadonlySet<string> = new Set(
  `auth client_cert client_key idle_timeout_seconds identity_header lifecycle log_level max_lifetime_seconds skip_preflight
ssl_verify`.split(/\s+/),
)
