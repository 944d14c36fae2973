/** The side tasks. The config may set a provider for each. */
export type AuxiliaryTask =
  | 'compression'
  | 'title_generation'
  | 'background_review'
  | 'vision'
  | 'approval'
  | 'scan_judge'
  | 'side_question'
  | 'goal_judge'
  | 'mcp'
