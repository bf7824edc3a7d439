"""The tables of the studio."""

from clew.studio.models.boards import Board, Daily, Tag
from clew.studio.models.feedback import Comment, Report
from clew.studio.models.games import Event, FirstResult, Game, PlayRecord
from clew.studio.models.jobs import Answer, Job
from clew.studio.models.limits import Help, Tries
from clew.studio.models.news import News
from clew.studio.models.packs import Consent, Level, Pack, Sitting
from clew.studio.models.players import Badge, Player, RatingPoint
from clew.studio.models.second_steps import RecoveryCode, SecondStep
from clew.studio.models.world_drafts import WorldDraft

__all__ = [
    "Answer",
    "Badge",
    "Board",
    "Comment",
    "Consent",
    "Daily",
    "Event",
    "FirstResult",
    "Game",
    "Help",
    "Job",
    "Level",
    "News",
    "Pack",
    "PlayRecord",
    "Player",
    "RatingPoint",
    "RecoveryCode",
    "Report",
    "SecondStep",
    "Sitting",
    "Tag",
    "Tries",
    "WorldDraft",
]
