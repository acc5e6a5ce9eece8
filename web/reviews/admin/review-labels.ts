import type { ReportReason } from "#contract/reviews/moderation.ts";
import type { MyReview } from "#contract/reviews/reviews.ts";
import type { Tone } from "#web/ui/text/badge.tsx";

export const reviewStatusLabels: Record<MyReview["status"], { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "warning" },
  published: { label: "Published", tone: "success" },
  rejected: { label: "Rejected", tone: "neutral" },
};

export const reportReasonLabels: Record<ReportReason, string> = {
  spam: "Spam",
  offensive: "Offensive",
  personal_data: "Personal data",
  wrong_product: "Wrong product",
  other: "Other",
};
