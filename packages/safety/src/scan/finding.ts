/** Where a text would be taken over from. */
export type ScanSurface = 'context' | 'skill' | 'memory' | 'tool-description'

export type FindingName =
  | 'bidi_control'
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
  | 'leak_system_prompt'
  | 'persistence'
  | 'pipe_to_shell'
  | 'policy_change'
  | 'prompt_injection'
  | 'read_secrets'
  | 'remove_filters'
  | 'reverse_shell'
  | 'role_hijack'
  | 'skip_approval'
  | 'tool_steering'
  | 'translate_execute'
  | 'unattended_flag'
  | 'untrusted_source'

export interface Finding {
  readonly name: FindingName
  /** Whether the text is not to be used for it. */
  readonly blocks: boolean
}

/** A place in a text that looks like something. Offsets are those of the text that was looked at. */
export interface Match {
  readonly name: FindingName
  readonly start: number
  readonly end: number
}
