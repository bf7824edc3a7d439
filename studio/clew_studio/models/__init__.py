"""The tables of the studio."""

from clew_studio.models.boards import Board, Comment, Daily, Report, Tag
from clew_studio.models.classes import Assignment, Classroom, Pupil
from clew_studio.models.experiments import Experiment, Participant, Response
from clew_studio.models.games import Event, FirstResult, Game, PlayRecord
from clew_studio.models.jobs import Answer, Job
from clew_studio.models.limits import Help, Quota, Tries
from clew_studio.models.news import News
from clew_studio.models.packs import Consent, Level, Pack, Sitting
from clew_studio.models.players import Badge, Player, RatingPoint, RecoveryCode, SecondStep
from clew_studio.models.world_drafts import WorldDraft

__all__ = [
    "Answer",
    "Assignment",
    "Badge",
    "Board",
    "Classroom",
    "Comment",
    "Consent",
    "Daily",
    "Event",
    "Experiment",
    "FirstResult",
    "Game",
    "Help",
    "Job",
    "Level",
    "News",
    "Pack",
    "Participant",
    "PlayRecord",
    "Player",
    "Pupil",
    "Quota",
    "RatingPoint",
    "RecoveryCode",
    "Report",
    "Response",
    "SecondStep",
    "Sitting",
    "Tag",
    "Tries",
    "WorldDraft",
]
