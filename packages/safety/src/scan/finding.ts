/** Where the text will be used. */
export type ScanSurface = 'context' | 'skill' | 'memory' | 'tool-description'

export type FindingName =
  | 'bidi_control'
  | 'deception_claim'
  | 'deception_hide'
  | 'defence_evasion'
  | 'decode_execute'
  | 'destructive_command'
  | 'encoded_instruction'
  | 'exfiltration'
  | 'fake_turn'
  | 'hidden_html'
  | 'hidden_instruction'
  | 'install_hook'
  | 'invisible_unicode'
  | 'judged_attack'
  | 'leak_system_prompt'
  | 'persistence'
  | 'pipe_to_shell'
  | 'policy_change'
  | 'prompt_injection'
  | 'quoted'
  | 'read_secrets'
  | 'remote_instructions'
  | 'remove_filters'
  | 'reverse_shell'
  | 'role_hijack'
  | 'scan_unfinished'
  | 'skip_approval'
  | 'tool_steering'
  | 'translate_execute'
  | 'unattended_flag'
  | 'untrusted_source'

export interface Finding {
  readonly name: FindingName
  /** Whether the finding forbids using the text. */
  readonly blocks: boolean
}

/** A match in a text. Offsets refer to the scanned text. */
export interface Match {
  readonly name: FindingName
  readonly start: number
  readonly end: number
}
