//! The words of the page for the guided path, as the server tells it; sentences are in the language of the page.

export type {
  AdviceResult as Advice,
  AnswersRequest as Answers,
  Change,
  Judgement,
  Knowledge,
  MeasuredSignature as Measured,
  Named,
  Origin,
  Part,
  Signature,
  SignatureEstimate as Estimate,
  Suggested,
  Weights,
} from "../generated.ts";
