// Written by default-config.test.ts: after a change of a default, run it with --update.
import type { Config } from './config-schema.js'

/** The settings where no file, variable or flag says otherwise, without building the schema of a section. */
export function defaultConfig(): Config {
  return {
    "model": {
      "default": "",
      "provider": "auto",
      "streaming": true
    },
    "providers": {},
    "fallback_providers": [],
    "provider_routing": {},
    "model_overrides": {},
    "auxiliary": {
      "compression": {
        "provider": "auto",
        "model": "",
        "timeout": 120,
        "fallback_chain": []
      },
      "title_generation": {
        "enabled": true,
        "provider": "auto",
        "model": "",
        "timeout": 30,
        "fallback_chain": []
      },
      "background_review": {
        "provider": "auto",
        "model": "",
        "timeout": 120,
        "fallback_chain": []
      },
      "vision": {
        "provider": "auto",
        "model": "",
        "timeout": 120,
        "fallback_chain": []
      },
      "approval": {
        "provider": "auto",
        "model": "",
        "timeout": 30,
        "fallback_chain": []
      },
      "scan_judge": {
        "provider": "auto",
        "model": "",
        "timeout": 20,
        "fallback_chain": []
      },
      "goal_judge": {
        "provider": "auto",
        "model": "",
        "timeout": 25,
        "fallback_chain": []
      },
      "mcp": {
        "provider": "auto",
        "model": "",
        "timeout": 120,
        "fallback_chain": []
      },
      "side_question": {
        "provider": "auto",
        "model": "",
        "timeout": 120,
        "fallback_chain": []
      },
      "embedding": {
        "provider": "auto",
        "model": "",
        "timeout": 30
      }
    },
    "cron": {
      "timezone": "",
      "model": "",
      "max_parallel_jobs": 16,
      "catch_up_missed": true,
      "misfire_grace_minutes": 10,
      "retry_unreachable": true,
      "failure_nudge_threshold": 3,
      "pause_after_failures": 10,
      "script_timeout_seconds": 3600,
      "allow_agent_scheduling": false,
      "wrap_response": true,
      "kept_runs": 50
    },
    "delegation": {
      "model": "",
      "provider": "",
      "fallback_providers": [],
      "max_concurrent_children": 3,
      "max_spawn_depth": 1,
      "orchestrator_enabled": true,
      "max_iterations": 50,
      "child_timeout_seconds": 0
    },
    "code_execution": {
      "timeout": 300,
      "max_tool_calls": 50,
      "max_stdout_chars": 50000,
      "max_stderr_chars": 10000,
      "idle_timeout": 1800,
      "max_kernels": 4,
      "max_memory_mb": 4096
    },
    "credential_pool_strategies": {},
    "model_aliases": {},
    "agent": {
      "max_turns": 90,
      "run_budget_seconds": 0,
      "max_tokens_per_turn": 0,
      "max_cost_per_turn": 0,
      "api_max_retries": 3,
      "api_silence_seconds": 600,
      "api_silence_notice_seconds": 30,
      "session_stall_timeout": 300,
      "reconnect_attention_after": 7200,
      "turn_liveness": {
        "timeout_s": 600,
        "tool_timeout_s": 1800
      },
      "max_recoveries": 3,
      "restart_drain_timeout": 4,
      "budget_warnings": true,
      "fast_auto_seconds": 60,
      "clarify_timeout": 3600,
      "pass_session_id": false,
      "disabled_toolsets": []
    },
    "personalities": {},
    "tool_loop_guardrails": {
      "warnings_enabled": true,
      "hard_stop_enabled": true,
      "loop_caps": {}
    },
    "terminal": {
      "backend": "local",
      "lifetime_seconds": 300,
      "credential_files": [],
      "docker_image": "docker.io/nikolaik/python-nodejs:python3.11-nodejs20",
      "docker_program": "",
      "docker_mount_cwd_to_workspace": false,
      "docker_run_as_host_user": false,
      "docker_forward_env": [],
      "docker_env": {},
      "docker_volumes": [],
      "docker_extra_args": [],
      "docker_network": true,
      "docker_persist_across_processes": true,
      "docker_shared_container_key": "",
      "docker_orphan_reaper": true,
      "container_cpu": 1,
      "container_memory": 5120,
      "container_disk": 51200,
      "container_persistent": true,
      "ssh_host": "",
      "ssh_user": "",
      "ssh_port": 0,
      "ssh_key": "",
      "cwd": ".",
      "timeout": 180,
      "max_wakes": 20,
      "env_passthrough": [],
      "sandbox": "auto",
      "sandbox_network": "auto",
      "sandbox_hosts": [],
      "sandbox_writable": [],
      "sandbox_unix_sockets": "auto"
    },
    "checkpoints": {
      "enabled": true,
      "max_snapshots": 20
    },
    "approvals": {
      "mode": "manual",
      "timeout": 300,
      "deny": [],
      "smart_policy": "",
      "denial_breaker_threshold": 3,
      "unattended_mode": "deny",
      "untrusted": {
        "policy": "ask",
        "trusted": []
      }
    },
    "command_allowlist": [],
    "security": {
      "redact_secrets": true,
      "check_packages": true,
      "write_safe_root": "",
      "workspace_only": false,
      "allow_private_urls": false,
      "website_blocklist": {
        "enabled": true,
        "domains": []
      }
    },
    "toolsets": [
      "all"
    ],
    "platform_toolsets": {},
    "custom_toolsets": {},
    "tools": {
      "tool_search": "auto"
    },
    "disabled_features": [],
    "tool_output": {
      "max_chars": 50000
    },
    "web": {
      "backend": "auto",
      "extract_max_chars": 50000,
      "timeout": 30
    },
    "stt": {
      "enabled": true,
      "provider": "auto",
      "command": [],
      "trim_silence": true,
      "timeout": 120
    },
    "tts": {
      "enabled": true,
      "provider": "auto",
      "command": [],
      "timeout": 120
    },
    "skills": {
      "disabled": [],
      "platform_disabled": {},
      "external_dirs": [],
      "project_discovery": true,
      "trusted_project_dirs": [],
      "write_approval": false,
      "allowed": [],
      "index_max_chars": 4500,
      "pinned": [],
      "curation": true,
      "curate_every_days": 7,
      "stale_after_days": 14,
      "archive_after_days": 30,
      "taps": [],
      "hubs": {},
      "config": {}
    },
    "mcp_servers": {},
    "mcp_serve": {
      "skills": true,
      "clients": {}
    },
    "acp_agents": {},
    "goals": {
      "max_turns": 20
    },
    "memory": {
      "memory_enabled": true,
      "user_profile_enabled": true,
      "memory_char_limit": 2200,
      "user_char_limit": 1375,
      "write_approval": false,
      "provider": "",
      "provider_options": {},
      "prefetch_timeout": 1,
      "nudge_interval": 10,
      "flush_min_turns": 2,
      "notes_for_people": "read"
    },
    "prompt_caching": {
      "cache_ttl": "5m"
    },
    "compression": {
      "enabled": true,
      "threshold": 0.5,
      "model_thresholds": {},
      "target_ratio": 0.2,
      "protect_first_n": 3,
      "protect_last_n": 20,
      "prune_first": false,
      "hygiene_hard_message_limit": 5000,
      "hygiene_total_ceiling_seconds": 600,
      "hygiene_max_turn_hold_seconds": 10,
      "hygiene_failure_cooldown_seconds": 300
    },
    "context": {
      "engine": "compressor"
    },
    "display": {
      "language": "auto",
      "interface": "tui",
      "tool_progress": "all",
      "tool_progress_command": false,
      "background_process_notifications": "all",
      "show_reasoning": false,
      "reasoning_full": true,
      "memory_notifications": "on",
      "busy_input_mode": "queue",
      "busy_ack_enabled": true,
      "ghost_text": true,
      "screen_reader": false,
      "theme": "auto",
      "skin": "default",
      "file_mutation_verifier": true,
      "timestamps": false,
      "vim_mode": false,
      "status_bar": {
        "fields": [
          "model",
          "context",
          "total_tokens",
          "cost",
          "yolo",
          "sandbox",
          "git_branch",
          "duration",
          "title"
        ]
      },
      "runtime_footer": {
        "enabled": false,
        "fields": [
          "model",
          "context_pct",
          "cwd"
        ]
      },
      "bell_on_complete": false,
      "bell_on_prompt": false
    },
    "quick_commands": {},
    "gateway": {
      "api_server": {
        "host": "127.0.0.1",
        "port": 8642,
        "keys": {},
        "cors_origins": [],
        "model_name": "hermes",
        "model_routes": {},
        "direct_model_requests": false,
        "max_concurrent_runs": 50,
        "max_request_mb": 16,
        "files": {
          "max_file_mb": 32,
          "max_total_mb": 1024,
          "keep_days": 30
        }
      },
      "message_timestamps": {
        "enabled": false
      },
      "systemd_watchdog_seconds": 90,
      "multiplex_profiles": false
    },
    "platforms": {},
    "people": {
      "admin": {},
      "user": {},
      "guest": {
        "commands": [
          "new",
          "status"
        ],
        "toolsets": [
          "safe"
        ]
      },
      "budgets": {}
    },
    "privacy": {
      "redact_pii": false
    },
    "webhooks": {},
    "database": {},
    "logging": {
      "level": "info"
    },
    "context_file_max_chars": 20000,
    "platform_hints": {},
    "plugins": [],
    "installed_plugins": {
      "enabled": [],
      "disabled": [],
      "trusted": [],
      "hooks": {},
      "settings": {}
    },
    "shell_hooks": {},
    "hook_folders": {}
  }
}
